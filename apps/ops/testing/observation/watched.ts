import { readdirSync, readFileSync } from 'node:fs';
import { parse } from 'yaml';

/** A PromQL expression and where it stands. */
export interface Expression {
  where: string;
  expr: string;
}

interface AlertRule {
  alert: string;
  expr: string;
  annotations: { summary: string; runbook: string };
  labels: { severity: string };
}

const FOLDER = 'docker/';

/** The rules of docker/prometheus/alerts.yml. */
export function alertRules(): AlertRule[] {
  const { groups } = parse(readFileSync(`${FOLDER}prometheus/alerts.yml`, 'utf8')) as {
    groups: { rules: AlertRule[] }[];
  };
  return groups.flatMap(({ rules }) => rules);
}

interface Panel {
  title: string;
  datasource?: { uid: string };
  targets?: { expr: string }[];
}

export interface Dashboard {
  uid: string;
  panels: Panel[];
  annotations: { list: { name: string; expr: string }[] };
}

/** The dashboards of docker/grafana, by file. */
export function dashboards(): Map<string, Dashboard> {
  const folder = `${FOLDER}grafana/dashboards/`;
  return new Map(
    readdirSync(folder).map((file) => [file, JSON.parse(readFileSync(folder + file, 'utf8')) as Dashboard]),
  );
}

/** Every expression of rules and dashboards. */
export function expressions(): Expression[] {
  const rules = alertRules().map(({ alert, expr }) => ({ where: alert, expr }));
  const panels = [...dashboards().values()].flatMap(({ panels, annotations }) => [
    ...panels.flatMap(({ title, targets = [] }) => targets.map(({ expr }) => ({ where: title, expr }))),
    ...annotations.list.map(({ name, expr }) => ({ where: name, expr })),
  ]);
  return [...rules, ...panels];
}

/** One metric as an expression asks for it. */
export interface Selector {
  name: string;
  /** `label="value"` matchers. */
  equal: [label: string, value: string][];
  /** Labels of every matcher. */
  labels: string[];
}

/** Metrics of a PromQL expression: ours, and those of the process. `up` and `ALERTS` are Prometheus's own. */
export function selectorsOf({ expr }: Expression): Selector[] {
  return [...expr.matchAll(/\b((?:marches|process|nodejs)_\w+)(?:\{([^}]*)\})?/g)].map(
    ([, name = '', matchers = '']) => {
      const all = [...matchers.matchAll(/(\w+)(=~|!~|!=|=)"([^"]*)"/g)];
      return {
        name,
        labels: all.map(([, label = '']) => label),
        equal: all.filter(([, , operator]) => operator === '=').map(([, label = '', , value = '']) => [label, value]),
      };
    },
  );
}
