import { readdirSync, readFileSync } from 'node:fs';
import { ops } from '../testing/ops.js';

/** Every command line that a document shows exists, with the options shown. README's are executed too (.ci/readme.js). */
const DOCUMENTS = ['README.md', 'CONTRIBUTING.md', 'CHANGELOG.md', ...documents('docs')];
function documents(folder: string): string[] {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  return files.filter((file) => file.endsWith('.md')).map((file) => `${folder}/${file}`);
}
const scripts = Object.keys((JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: object }).scripts);

interface Shown {
  where: string;
  line: string;
}

/** Lines of fenced commands, and what stands between backquotes. */
function shown(): Shown[] {
  return DOCUMENTS.flatMap((where) => {
    const text = readFileSync(where, 'utf8');
    const fenced = [...text.matchAll(/^ *```sh\n([\s\S]*?)^ *```$/gm)].flatMap(([, block]) => block!.split('\n'));
    const inline = [...text.replaceAll(/^ *```[\s\S]*?^ *```$/gm, '').matchAll(/`([^`\n]+)`/g)].map(
      ([, code]) => code!,
    );
    return [...fenced, ...inline].map((line) => ({ where, line: line.replace(/\s+#.*$/, '').trim() }));
  });
}

/** `couper|retablir` is two commands. */
function alternatives(line: string): string[] {
  const match = /^(.*?)([a-z-]+(?:\|[a-z-]+)+)(.*)$/.exec(line);
  return match === null ? [line] : match[2]!.split('|').map((one) => `${match[1]}${one}${match[3]}`);
}

const operators = shown().flatMap(({ where, line }) =>
  [...line.matchAll(/(?:^|[|;(]\s*)(?:npm run (?:--silent )?ops -- |ops )([^;)]*)/g)].flatMap(([, command]) =>
    alternatives(command!.trim()).map((one) => ({ where, command: one.replace(/ [|>] .*$/, '') })),
  ),
);

test('documents show scripts of package.json', () => {
  const unknown = shown().flatMap(({ where, line }) =>
    [...line.matchAll(/npm run (?:--silent )?([\w:-]+)/g)]
      .filter(([, script]) => !scripts.includes(script!))
      .map(([command]) => `${where}: ${command}`),
  );
  expect(unknown).toEqual([]);
});

test('documents show commands of the operators, with options that they have', async () => {
  expect(operators.length).toBeGreaterThan(50);
  const helps = new Map<string, string>();
  const helpOf = async (path: readonly string[]) => {
    const name = path.join(' ');
    if (!helps.has(name)) helps.set(name, (await ops([...path, '--help'], {})).stdout);
    return helps.get(name)!;
  };
  const wrong: string[] = [];
  for (const { where, command } of operators) {
    const words = command.split(/\s+/).filter((word) => word !== '');
    let path: string[] = [];
    for (const word of words) {
      const next = [...path, word];
      if (!/^[a-z-]+$/.test(word) || word.startsWith('-') || !isOf(await helpOf(next), next)) break;
      path = next;
    }
    const help = await helpOf(path);
    const following = words[path.length];
    const named =
      following === undefined || !/^[a-z][a-z-]*$/.test(following) || !/\[command\]/.test(help.split('\n')[0]!);
    const options = words.filter((word) => /^--[a-z]/.test(word)).map((word) => word.replace(/[=,.].*$/, ''));
    const unknown = options.filter((option) => !help.includes(option));
    if (!named || unknown.length > 0)
      wrong.push(`${where}: ops ${command} (${unknown.join(' ') || 'no such command'})`);
  }
  expect(wrong).toEqual([]);
});

/** An unknown command shows the help of the one above. */
function isOf(help: string, path: readonly string[]): boolean {
  return new RegExp(`^Usage: ops ${path.join(' ')}( |$)`, 'm').test(help);
}
