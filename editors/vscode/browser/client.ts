// The connection to the language server in a worker. The module and the worker are those of the playground.

import * as vscode from 'vscode';
import {
  ExecuteCommandRequest,
  LanguageClient,
  type DynamicFeature,
  type LanguageClientOptions,
  type StaticFeature,
} from 'vscode-languageclient/browser';
import { isWanted } from '../src/client-features.js';
import { selector } from '../src/languages.js';
import { withoutOurSettings } from '../src/settings.js';
import { forServer, fromServer } from './addresses.js';
import { Files } from './files.js';

/** What the worker says. */
interface Said {
  readonly message?: string;
  readonly log?: string;
  readonly failed?: string;
}

class Client extends LanguageClient {
  override registerFeature(feature: StaticFeature | DynamicFeature<unknown>): void {
    if (isWanted(feature)) {
      super.registerFeature(feature);
    }
  }
}

/** A server that runs. */
export class Connection {
  private constructor(
    private readonly client: Client,
    private readonly worker: Worker,
    private readonly files: Files,
  ) {}

  /** Starts a server. `ended` is called when it has ended by a fault. */
  static async open(
    context: vscode.ExtensionContext,
    output: vscode.LogOutputChannel,
    ended: (why: string) => void,
  ): Promise<Connection> {
    const file = (name: string) => vscode.Uri.joinPath(context.extensionUri, 'web', name);
    const [module, table] = await Promise.all([
      contents(file('server.wasm')).then((bytes) => WebAssembly.compile(bytes)),
      contents(file('tokens.bin')),
    ]);
    const worker = new Worker(file('worker.js').toString(true));
    // The client writes messages to one end; at the other, the worker gets them as texts.
    const { port1, port2 } = new MessageChannel();
    port2.onmessage = ({ data }) => worker.postMessage({ message: JSON.stringify(data) });
    let fails = ended;
    worker.onmessage = ({ data }: MessageEvent<Said>) => {
      if (data.message !== undefined) {
        port2.postMessage(JSON.parse(data.message));
      } else if (data.failed !== undefined) {
        fails(data.failed);
      } else if (data.log !== undefined) {
        output.info(data.log);
      }
    };
    worker.onerror = ({ message }) => fails(message);
    worker.postMessage({ module, table });
    const client: Client = new Client('agmark', 'agmark', options(output, () => files), port1 as unknown as Worker);
    const files = new Files(client);
    client.registerFeature(announcement);
    // A server that fails at the start never answers.
    const fault = new Promise<never>((_, reject) => (fails = (why) => reject(new Error(why))));
    try {
      await Promise.race([client.start(), fault]);
    } catch (error) {
      worker.terminate();
      files.dispose();
      throw error;
    }
    fails = ended;
    void files.giveAll();
    return new Connection(client, worker, files);
  }

  /** The commands that the server has. */
  get commands(): readonly string[] {
    return this.client.initializeResult?.capabilities.executeCommandProvider?.commands ?? [];
  }

  /** The result of a command, which takes one object. */
  execute(command: string, argument: unknown): Promise<unknown> {
    const { uri, ...more } = argument as { readonly uri?: string };
    const asked = uri === undefined ? argument : { uri: forServer(vscode.Uri.parse(uri)), ...more };
    return this.client.sendRequest(ExecuteCommandRequest.type, { command, arguments: [asked] });
  }

  /** Ends the server as a fault in it would. For tests. */
  fail(): void {
    this.worker.postMessage({ fail: true });
  }

  /** Ends the worker. A server that has failed cannot be asked to end. */
  async close(): Promise<void> {
    this.worker.terminate();
    this.files.dispose();
    await this.client.dispose(0).catch(() => undefined);
  }
}

/** A file of the extension. */
async function contents(uri: vscode.Uri): Promise<Uint8Array<ArrayBuffer>> {
  try {
    return new Uint8Array(await vscode.workspace.fs.readFile(uri));
  } catch {
    throw new Error('This package of the extension does not contain the server for browsers.');
  }
}

function options(output: vscode.LogOutputChannel, files: () => Files): LanguageClientOptions {
  return {
    documentSelector: selector(),
    outputChannel: output,
    traceOutputChannel: output,
    initializationFailedHandler: () => false,
    markdown: { supportHtml: false, isTrusted: { enabledCommands: [] } },
    middleware: {
      // A document is open in the server once.
      didOpen: (document, next) => {
        files().take(document.uri);
        return next(document);
      },
      didClose: async (document, next) => {
        await next(document);
        await files().give(document.uri);
      },
      workspace: { configuration: withoutOurSettings },
    },
    uriConverters: { code2Protocol: forServer, protocol2Code: fromServer },
  };
}

/** What this client can do beyond the protocol: new documents come as the results of commands, and it shows places. */
const announcement: StaticFeature = {
  fillClientCapabilities(capabilities) {
    capabilities.experimental = { ...capabilities.experimental, agmark: { documents: true, references: true } };
    capabilities.workspace = { ...capabilities.workspace, executeCommand: { dynamicRegistration: false } };
  },
  initialize() {},
  getState: () => ({ kind: 'static' }),
  clear() {},
};
