// Languages that a block can contain, with the scope of the grammar that VS Code ships for each.

/** Names as people write them, the scope to include, and the language id whose brackets and comments hold inside. */
export const EMBEDDED = [
  { names: ['bash', 'sh', 'shell', 'zsh'], scope: 'source.shell', language: 'shellscript' },
  { names: ['c', 'h'], scope: 'source.c', language: 'c' },
  { names: ['cpp', 'c\\+\\+', 'cc'], scope: 'source.cpp', language: 'cpp' },
  { names: ['css'], scope: 'source.css', language: 'css' },
  { names: ['diff', 'patch'], scope: 'source.diff', language: 'diff' },
  { names: ['go', 'golang'], scope: 'source.go', language: 'go' },
  { names: ['html', 'htm'], scope: 'text.html.basic', language: 'html' },
  { names: ['java'], scope: 'source.java', language: 'java' },
  { names: ['javascript', 'js', 'jsx'], scope: 'source.js', language: 'javascript' },
  { names: ['json', 'jsonc'], scope: 'source.json', language: 'json' },
  { names: ['markdown', 'md'], scope: 'text.html.markdown', language: 'markdown' },
  { names: ['python', 'py'], scope: 'source.python', language: 'python' },
  { names: ['ruby', 'rb'], scope: 'source.ruby', language: 'ruby' },
  { names: ['rust', 'rs'], scope: 'source.rust', language: 'rust' },
  { names: ['sql'], scope: 'source.sql', language: 'sql' },
  { names: ['typescript', 'ts', 'tsx'], scope: 'source.ts', language: 'typescript' },
  { names: ['xml'], scope: 'text.xml', language: 'xml' },
  { names: ['yaml', 'yml'], scope: 'source.yaml', language: 'yaml' },
];

/** The scope around embedded text: package.json maps it to the language. */
export const inside = (language) => `meta.embedded.block.${language}`;

/**
 * The inside of a block. Its lines belong to another language up to the closing line. The rules of that language cannot
 * run over the closing line, because `while` is tested before them, at each line.
 */
export function body(closer, scope, language) {
  return {
    begin: '(^|\\G)(?=.*)',
    while: `(^|\\G)(?!${closer})`,
    contentName: inside(language),
    patterns: scope ? [{ include: scope }] : [],
  };
}
