// How much of a page agents can use: the audit's score and findings, on a page of their own.

import * as vscode from 'vscode';
import { output } from './cli.js';
import { escape } from './webview.js';

interface Finding {
  readonly severity: string;
  readonly message: string;
  readonly path?: string;
  readonly start?: { readonly line: number; readonly column: number };
}

/** What `agmark aaf-lint --audit … --format json` says of a page. */
export interface Audit {
  readonly score: number | null;
  readonly label: string;
  readonly categories: Readonly<Record<string, number | null>>;
  readonly findings: readonly Finding[];
}

/** The audit of a page on disk. Nothing is fetched. */
export async function audit(context: vscode.ExtensionContext, file: string): Promise<Audit> {
  // Exit code 1: the score is low, which is a result too.
  return JSON.parse(await output(context, ['aaf-lint', '--audit', file, '--format', 'json'], '', [0, 1])) as Audit;
}

/** The body of the page that shows an audit. */
export function report(result: Audit): string {
  const categories = Object.entries(result.categories).map(([name, score]) => {
    const shown = score === null ? '<td colspan="2">nothing to check</td>' : `<td>${escape(score)}</td><td>${meter(score)}</td>`;
    return `<tr><th>${escape(name)}</th>${shown}</tr>`;
  });
  const findings = result.findings.map((finding) => {
    const line = finding.start ? `line ${escape(finding.start.line)}: ` : '';
    return `<li>${line}${escape(finding.message)}</li>`;
  });
  const list = findings.length > 0 ? `<h2>What is missing</h2><ul class="findings">${findings.join('')}</ul>` : '';
  const score = result.score === null ? 'N/A' : `${result.score}/100`;
  return `<p><span class="score">${escape(score)}</span>${escape(result.label)}</p><table>${categories.join('')}</table>${list}`;
}

function meter(score: number): string {
  return `<meter min="0" max="100" low="50" high="90" optimum="100" value="${escape(score)}"></meter>`;
}
