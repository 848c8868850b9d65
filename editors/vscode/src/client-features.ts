// What the clients of both extensions, in a window and in a browser, leave out of the protocol or do in their own way.

import type { DynamicFeature, StaticFeature } from 'vscode-languageclient';
import { formatted } from './languages.js';

/** Features that are left out: commands of the server are registered by this extension, which knows what to do with their results. */
const LEFT_OUT: readonly string[] = ['workspace/executeCommand'];

/** Features that make an editor ask which of several services is to do it: HTML and JSON have theirs for these. */
const LAYOUT: readonly string[] = ['textDocument/formatting', 'textDocument/rangeFormatting'];

/** Prepares a feature that the library is about to register. The result is whether it is to be registered at all. */
export function isWanted(feature: StaticFeature | DynamicFeature<unknown>): boolean {
  const method = (feature as Partial<DynamicFeature<unknown>>).registrationType?.method;
  if (method !== undefined && LAYOUT.includes(method)) {
    const initialize = feature.initialize.bind(feature);
    feature.initialize = (capabilities) => initialize(capabilities, formatted());
  }
  return method === undefined || !LEFT_OUT.includes(method);
}
