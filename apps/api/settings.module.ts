import { Module, type DynamicModule } from '@nestjs/common';
import type { Clock } from '#platform/clock';
import { QUOTA_CLOCK, SETTINGS, type ApiSettings } from './settings.js';

/** Gives every other module the settings. */
@Module({})
export class SettingsModule {
  static with(settings: ApiSettings, quotaClock?: Clock): DynamicModule {
    return {
      module: SettingsModule,
      global: true,
      providers: [
        { provide: SETTINGS, useValue: settings },
        { provide: QUOTA_CLOCK, useValue: quotaClock },
      ],
      exports: [SETTINGS, QUOTA_CLOCK],
    };
  }
}
