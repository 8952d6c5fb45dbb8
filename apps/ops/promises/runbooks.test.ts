import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ops } from '../testing/ops.js';

const FOLDER = 'docs/runbooks';
const FILES = readdirSync(FOLDER).filter((file) => file.endsWith('.md'));

/** Commands of a runbook: the lines of its shell blocks, and what stands in backticks, that begin with `ops`. */
function commandsIn(file: string): string[] {
  const text = readFileSync(join(FOLDER, file), 'utf8');
  const blocks = [...text.matchAll(/```sh\n([\s\S]*?)```/g)].flatMap(([, block = '']) => block.split('\n'));
  const inline = [...text.replaceAll(/```[\s\S]*?```/g, '').matchAll(/`(ops [^`]+)`/g)].map(
    ([, command = '']) => command,
  );
  return [...blocks.map((line) => line.trim()), ...inline].filter((line) => line.startsWith('ops '));
}

/** `ops cle revoquer mpk_…` as its words up to the first that is no command's name, and its options. */
function parts(command: string): { words: string[]; options: string[] } {
  const [said = ''] = command.replace(/\s+(#|>).*$/, '').split(' | ');
  const given = said.split(/\s+/).slice(1);
  const end = given.findIndex((word) => !/^[a-z]+$/.test(word));
  return {
    words: given.slice(0, end === -1 ? undefined : end),
    options: given.filter((word) => word.startsWith('--')),
  };
}

test.each(FILES)('%s names only commands and options that exist', async (file) => {
  for (const command of commandsIn(file)) {
    const { words, options } = parts(command);
    // Last words may be arguments (a source, a register): help answers for the command all the same.
    const { code, stdout, stderr } = await ops([...words, '--help'], {});
    expect({ command, code, stderr }).toEqual({ command, code: 0, stderr: '' });
    expect(stdout).toContain('Usage: ops');
    for (const option of options)
      expect({ command, help: stdout }).toEqual({ command, help: expect.stringContaining(option) });
    const [, usage = ''] = /^Usage: ops (.*)$/m.exec(stdout) ?? [];
    const path = usage.split(' ').filter((word) => /^[a-z]+$/.test(word));
    expect({ command, path }).toEqual({ command, path: words.slice(0, path.length) });
    // What follows a group is one of its commands: a name that is none would show the help of the group.
    if (usage.includes('[command]')) expect({ command, path }).toEqual({ command, path: words });
  }
});

test.each(FILES)(
  '%s says what alerts lead to it or how it is noticed, what clients see, and when it is over',
  (file) => {
    const text = readFileSync(join(FOLDER, file), 'utf8');
    expect(text).toMatch(/\*\*(Alerts|You notice)\*\*/);
    expect(text).toContain('**Clients see**');
    expect(text).toContain('**Over when**');
  },
);

test('every alert that names a runbook is named by it, and every runbook is in the index', () => {
  const rules = readFileSync('docker/prometheus/alerts.yml', 'utf8');
  const alerts = [...rules.matchAll(/alert: (\w+)[\s\S]*?runbook: docs\/runbooks\/([\w-]+\.md)/g)];
  expect(alerts.length).toBeGreaterThan(0);
  for (const [, alert = '', file = ''] of alerts) {
    expect({ file, text: readFileSync(join(FOLDER, file), 'utf8') }).toEqual({
      file,
      text: expect.stringContaining(`\`${alert}\``),
    });
  }
  const index = readFileSync('docs/operations.md', 'utf8');
  for (const file of FILES) expect(index).toContain(`(runbooks/${file})`);
});
