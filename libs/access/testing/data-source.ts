import { DataSource } from 'typeorm';
import { ACCESS_ENTITIES } from '../entities/entities.js';

/** What the operator's functions are given, over a test database. Destroy it before closing the database. */
export function createAccessDataSource(url: string): Promise<DataSource> {
  return new DataSource({ type: 'postgres', url, entities: ACCESS_ENTITIES, poolSize: 3 }).initialize();
}
