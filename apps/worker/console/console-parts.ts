import { AssetsController } from './assets.controller.js';
import { SessionController } from './session.controller.js';
import { SourcesController } from './sources.controller.js';

/** The console: one controller a page. */
export const CONSOLE_CONTROLLERS = [SessionController, AssetsController, SourcesController];
export const CONSOLE_PROVIDERS = [];
