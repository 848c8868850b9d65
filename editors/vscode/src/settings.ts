// The settings that the server gets.

import type { ConfigurationMiddleware } from 'vscode-languageclient';

/** Settings of the editor's side, which the server is not told. */
const OUR_KEYS = ['server', 'trace'];

export const withoutOurSettings: ConfigurationMiddleware['configuration'] = async (parameters, token, next) => {
  const all = await next(parameters, token);
  return Array.isArray(all) ? all.map(withoutOurs) : all;
};

function withoutOurs(settings: unknown): unknown {
  if (typeof settings !== 'object' || settings === null) {
    return settings;
  }
  return Object.fromEntries(Object.entries(settings).filter(([key]) => !OUR_KEYS.includes(key)));
}
