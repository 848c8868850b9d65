// Audits: the server scores pages and says at their places what is missing; its report opens beside.

import * as vscode from 'vscode';
import { option, target } from './arguments.js';
import { isWritten, type Written } from './results.js';
import type { Server } from './server.js';
import type { Status } from './status.js';
import { trusted } from './trust.js';
import { nameOf, Page, Pages } from './webview.js';

const PAGE = 'agmark.aaf.auditPage';
const SITE = 'agmark.aaf.auditSite';
const WORKSPACE = 'agmark.aaf.auditWorkspace';

/** Where the site was that was last asked for: it is the person's, and no matter of a workspace. */
const LAST_SITE = 'agmark.lastSite';

/** What the server tells of an audit, a moment before or after its report. */
interface Told {
  readonly audit?: { readonly score: number | null; readonly pages: number };
}

export class Audits {
  private readonly reports: Pages;
  /** The report of many pages; the next one takes its place. */
  private whole: Page | undefined;
  /** Whether the last audit was one of many pages. */
  private isOfMany = false;

  constructor(
    private readonly context: vscode.ExtensionContext,
    private readonly server: Server,
    status: Status,
  ) {
    this.reports = new Pages(context, 'agmark.report', 'Audit', async (document) => {
      this.isOfMany = false;
      const written = await this.audit(PAGE, { uri: document.uri.toString() }, nameOf(document.uri), 'quiet');
      const score = /^(\d+)\/100/.exec(written?.note ?? '')?.[1];
      status.score(document.uri, score === undefined ? undefined : Number(score));
      return bodyOf(written);
    });
    context.subscriptions.push(
      server.onStatus((told) => {
        const { audit } = told as Told;
        if (audit && this.isOfMany) {
          status.audited(audit.pages, audit.score);
        }
      }),
    );
  }

  /** Audits the page in the editor; the report follows it. One at a `url` is fetched, once. */
  async page(argument: unknown): Promise<void> {
    const url = option(argument, 'url');
    if (typeof url === 'string') {
      trusted();
      return this.many(PAGE, { url }, url);
    }
    await this.reports.show(await target(argument));
  }

  /** Audits a site; a person names it first, unless that is settled. */
  async site(argument: unknown): Promise<void> {
    const url = option(argument, 'url') ?? (await this.askForSite());
    if (typeof url === 'string') {
      await this.many(SITE, { ...(argument as object | undefined), url }, url);
    }
  }

  async workspace(): Promise<void> {
    await this.many(WORKSPACE, {}, 'the workspace');
  }

  private async many(command: string, argument: object, title: string): Promise<void> {
    this.isOfMany = true;
    const body = bodyOf(await this.audit(command, argument, `audit of ${title}`, 'long'));
    this.whole?.dispose();
    const page = new Page(this.context, 'agmark.report', `Audit ${title}`, () => Promise.resolve(body));
    page.onDispose(() => (this.whole = this.whole === page ? undefined : this.whole));
    this.whole = page;
    await page.render();
  }

  /** The server's report. */
  private async audit(command: string, argument: object, title: string, how: 'quiet' | 'long'): Promise<Written | undefined> {
    const report = await this.server.execute(command, argument, title, how);
    return isWritten(report) ? report : undefined;
  }

  /** Asks for the address of a site; none if the person turned away. */
  private async askForSite(): Promise<string | undefined> {
    const url = await vscode.window.showInputBox({
      title: 'Audit a site for agents',
      prompt: 'The address of the site, such as https://example.org',
      value: this.context.globalState.get<string>(LAST_SITE, 'https://'),
      ignoreFocusOut: true,
      validateInput: (text) => (/^https?:\/\/[^/\s]+/.test(text.trim()) ? undefined : 'An address begins with https:// or http://'),
    });
    if (url !== undefined) {
      await this.context.globalState.update(LAST_SITE, url.trim());
    }
    return url?.trim();
  }
}

/** The body of the server's report without its own styles. The view has the styles of the editor. */
function bodyOf(written: Written | undefined): string {
  const report = written?.text ?? '';
  const [start, end] = [report.indexOf('<body>'), report.lastIndexOf('</body>')];
  return start < 0 || end < start ? '' : `<div class="report">${report.slice(start + '<body>'.length, end)}</div>`;
}
