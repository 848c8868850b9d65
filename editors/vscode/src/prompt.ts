// The prompt that an agent gets of a document: in which form.

import * as vscode from 'vscode';
import type { Asked } from './arguments.js';

/** The argument with a form for the prompt; asks for one, unless it is settled. None if the person turned away. */
export async function chooseFormat(asked: Asked): Promise<Asked | undefined> {
  if (asked.format !== undefined) {
    return asked;
  }
  const forms = [
    { label: 'XML', description: 'tags around the parts', format: 'xml' },
    { label: 'Markdown', description: 'headings above the parts', format: 'markdown' },
  ];
  const chosen = await vscode.window.showQuickPick(forms, { title: 'Render as prompt', placeHolder: 'In which form' });
  return chosen && { ...asked, format: chosen.format };
}
