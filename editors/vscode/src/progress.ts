// How far the server's tasks are. It names each by a token of its own when it begins with it, in the order in which they
// were asked for; that order tells which task of ours it is.

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
    // An object of its own, though two tasks may have one function.
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

  /** Tells whose task it is what the server said; false if it is nobody's. */
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
