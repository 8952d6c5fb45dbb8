import { AssetsController } from './assets.controller.js';
import { ConsoleDatabase } from './console-database.js';
import { CoupuresController } from './coupures.controller.js';
import { DoublonsController } from './doublons.controller.js';
import { EtapesController } from './etapes.controller.js';
import { ExecutionsController } from './executions.controller.js';
import { FileController } from './file.controller.js';
import { PageContext } from './page-context.js';
import { QueueView } from './queue-view.js';
import { QuotasController } from './quotas.controller.js';
import { RejetsController } from './rejets.controller.js';
import { SessionController } from './session.controller.js';
import { SourcesController } from './sources.controller.js';

/** The console: one controller a page. */
export const CONSOLE_CONTROLLERS = [
  SessionController,
  AssetsController,
  SourcesController,
  ExecutionsController,
  EtapesController,
  FileController,
  RejetsController,
  DoublonsController,
  QuotasController,
  CoupuresController,
];
export const CONSOLE_PROVIDERS = [ConsoleDatabase, QueueView, PageContext];
