import { Module, type DynamicModule } from '@nestjs/common';
import { SETTINGS, type ApiSettings } from './settings.js';

/** Gives every other module the settings. */
@Module({})
export class SettingsModule {
  static with(settings: ApiSettings): DynamicModule {
    return {
      module: SettingsModule,
      global: true,
      providers: [{ provide: SETTINGS, useValue: settings }],
      exports: [SETTINGS],
    };
  }
}
