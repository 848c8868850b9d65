// The grammar of GaryML.

import { test } from 'node:test';
import { has } from './scopes.mjs';

test('GaryML: directives, commands, parameters, blocks', async () => {
  const text =
    '.GaryML version: 1.0 # first\n.Context id=list path=a.go\n  ```go\n  func main() {}\n  ```\n.Plan\n  """\n  1. Read\n  """\n.Execute\n  .round\n    target: @list\n    dry: true\n    to: 5';
  await has('text.garyml', text, [
    '.GaryML keyword.control.directive.garyml',
    '1.0 constant.numeric.garyml',
    '# first comment.line.number-sign.garyml',
    'id support.type.property-name.garyml',
    'go entity.name.type.language.garyml',
    'func word.source.go',
    '1. Read string.unquoted.block.garyml',
    '.round entity.name.function.garyml',
    '@list variable.other.reference.garyml',
    'true constant.language.boolean.garyml',
    '5 constant.numeric.garyml',
  ]);
});
