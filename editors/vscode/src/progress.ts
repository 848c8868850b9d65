// How far the server's tasks are. It gives each its own token when it begins, in the order in which they
// were asked for. This order tells which task of the extension it is.

import type * as vscode from 'vscode';
import type {
  ProgressToken,
  WorkDoneProgressBegin,
  WorkDoneProgressEnd,
  WorkDoneProgressReport,
} from 'vscode-languageclient';

type Said = WorkDoneProgressBegin | WorkDoneProgressReport | WorkDoneProgressEnd;

/** What the server's tokens of tasks begin with. */
const OF_TASKS = 'agmark/task/';

type Report = (message: string | undefined) => void;

export class Progress {
  /** Those that have not begun, in their order. */
  private readonly waiting = new Set<Report>();
  private readonly begun = new Map<ProgressToken, Report>();

  /** Expects a task to begin; `report` is told what it does, until it is disposed of. */
  expect(report: Report): vscode.Disposable {
    // A separate object, because two tasks may have the same function.
    let tell: Report | undefined = report;
    const mine: Report = (message) => tell?.(message);
    this.waiting.add(mine);
    return {
      dispose: () => {
        tell = undefined;
        this.waiting.delete(mine);
      },
    };
  }

  /** Passes a message of the server to its task; false if the task does not exist. */
  isTold(token: ProgressToken, said: Said): boolean {
    if (said.kind === 'begin' && String(token).startsWith(OF_TASKS)) {
      const [first] = this.waiting;
      if (first) {
        this.waiting.delete(first);
        this.begun.set(token, first);
      }
    }
    const report = this.begun.get(token);
    if (said.kind === 'report') {
      report?.(said.message);
    } else if (said.kind === 'end') {
      this.begun.delete(token);
    }
    return report !== undefined;
  }
}
