// "3 references" above a definition: shows the places, as the server's lens names them.

import * as vscode from 'vscode';

interface Position {
  readonly line: number;
  readonly character: number;
}

interface Place {
  readonly uri: string;
  readonly range: { readonly start: Position; readonly end: Position };
}

const position = ({ line, character }: Position) => new vscode.Position(line, character);

/** Opens the editor's own view of places, at a position of a document. */
export async function showReferences(uri: unknown, at: unknown, places: unknown): Promise<void> {
  const all = (places as readonly Place[]).map(
    ({ uri, range }) => new vscode.Location(vscode.Uri.parse(uri), new vscode.Range(position(range.start), position(range.end))),
  );
  await vscode.commands.executeCommand(
    'editor.action.showReferences',
    vscode.Uri.parse(String(uri)),
    position(at as Position),
    all,
  );
}
