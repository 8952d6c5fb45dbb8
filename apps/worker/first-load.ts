import { Injectable, Logger } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { finishLoading } from '#avis/write/finish-loading';
import { SourcePlans } from './collect/source-plans.js';

/** A source that failed this often in a row on a new instance is served without: it joins when it comes back. */
const FAILURES_BEFORE_GIVING_UP = 3;

/** Ends the first load once each source that is collected has said what it has, and everything it said is served. */
@Injectable()
export class FirstLoad {
  readonly #logger = new Logger('first load');
  #over = false;

  constructor(
    private readonly db: DataSource,
    private readonly plans: SourcePlans,
  ) {}

  /** Called whenever the last stage finds nothing left to do. @returns whether the first load has just ended. */
  async endWhenComplete(): Promise<boolean> {
    if (this.#over || !(await this.#everySourceSettled())) return false;
    const [before] = await this.db.query<{ loading: boolean }[]>('select loading from read.state');
    this.#over = await finishLoading(this.db);
    const ended = this.#over && before?.loading === true;
    if (ended) this.#logger.log('the first load is complete: the API serves');
    return ended;
  }

  async #everySourceSettled(): Promise<boolean> {
    const codes = (await this.plans.all()).filter(({ collected }) => collected).map(({ source }) => source);
    const [row] = await this.db.query<{ settled: number }[]>(
      `select count(*)::int as settled from unnest($1::text[]) as s (code)
       where exists (select from write.run where source = s.code and outcome = 'succeeded')
          or (select count(*) from write.run where source = s.code and outcome = 'failed') >= $2`,
      [codes, FAILURES_BEFORE_GIVING_UP],
    );
    return row?.settled === codes.length;
  }
}
