import { MODELE_SETTINGS } from './modele-settings.js';
import type { Setting } from './setting.js';
import { SETTINGS } from './settings.js';
import { SOURCE_ADDRESSES } from './source-addresses.js';

const HEAD = `# Every setting, with its default. A line that is commented out shows the default; an empty value counts as absent.
# The applications read the environment only: \`set -a; . ./.env; set +a\` or your service manager loads this file.
`;

/** Text of `.env.example`: held against the code by a test. */
export function renderExample(): string {
  const groups = [SETTINGS, MODELE_SETTINGS.petit, MODELE_SETTINGS.grand, SOURCE_ADDRESSES];
  const blocks = groups
    .flatMap((group) => Object.values<Setting<unknown>>(group))
    .map(
      (setting) =>
        `# ${setting.description}\n# Accepted: ${setting.accepted}.\n# ${setting.variable}=${setting.default ?? ''}\n`,
    );
  return [HEAD, ...blocks].join('\n');
}
