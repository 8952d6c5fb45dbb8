import type { Report } from './report.js';

/** A finding of `npm audit`. */
export interface Finding {
  /** `GHSA-xxxx-xxxx-xxxx`. */
  id: string;
  package: string;
  severity: string;
  title: string;
}

/** What `npm audit --json` printed, as findings; null when the registry gave no report. */
export function findingsOf(printed: string): Finding[] | null {
  const report = parsed(printed) as {
    auditReportVersion?: number;
    vulnerabilities?: Record<string, { via: unknown[] }>;
  };
  if (report.auditReportVersion === undefined) return null;
  const advisories = Object.values(report.vulnerabilities ?? {})
    .flatMap(({ via }) => via)
    // A text names another package of the list, which brings the advisory.
    .filter((via): via is Advisory => typeof via === 'object' && via !== null);
  const findings = advisories.map(({ url, name, severity, title }) => ({
    id: url.split('/').at(-1) ?? url,
    package: name,
    severity,
    title,
  }));
  return [...new Map(findings.map((finding) => [finding.id, finding])).values()];
}

interface Advisory {
  url: string;
  name: string;
  severity: string;
  title: string;
}

/**
 * Whether every finding is explained in docs/security.md, by a line that begins with `- GHSA-xxxx-xxxx-xxxx` and goes
 * on with a reason. Where the registry does not answer, nothing is known: that is said, and is no failure.
 */
export function checkAudit(printed: string, security: string): Report {
  const findings = findingsOf(printed);
  if (findings === null) {
    return {
      ok: true,
      lines: [
        '!!! NOT CHECKED: the registry gave no audit report (npm audit).',
        '!!! Known vulnerabilities of dependencies are UNKNOWN from here: run `npm run release -- audit` where it answers, before a release.',
      ],
    };
  }
  const explained = new Set([...security.matchAll(/^- (GHSA(?:-\w{4}){3})\b.*\w/gm)].map(([, id]) => id));
  const unexplained = findings.filter(({ id }) => !explained.has(id));
  const found = new Set(findings.map(({ id }) => id));
  return {
    ok: unexplained.length === 0,
    lines: [
      ...unexplained.map(
        ({ id, package: name, severity, title }) =>
          `${id} (${severity}) in ${name}: ${title}. Update it, or say in docs/security.md, Known findings, why it does not concern us.`,
      ),
      ...[...explained]
        .filter((id) => id !== undefined && !found.has(id))
        .map((id) => `${String(id)} is explained in docs/security.md and found no more: take the line away.`),
      `${findings.length} findings, ${findings.length - unexplained.length} of them explained.`,
    ],
  };
}

function parsed(text: string): object {
  try {
    return JSON.parse(text) as object;
  } catch {
    return {};
  }
}
