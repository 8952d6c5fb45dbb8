import { Module, type DynamicModule } from '@nestjs/common';
import { APP_FILTER, APP_INTERCEPTOR } from '@nestjs/core';
import { LoggerModule } from 'nestjs-pino';
import type { Clock } from '#platform/clock';
import { nestLogParams } from '#platform/log/logger';
import { ShutdownState } from '#platform/lifecycle/shutdown-state';
import { AccessModule } from './access/access.module.js';
import { AcheteursController } from './acheteurs/acheteurs.controller.js';
import { AttributionsController } from './attributions/attributions.controller.js';
import { AvisController } from './avis/avis.controller.js';
import { ContratsController } from './contrats/contrats.controller.js';
import { DatabaseModule } from './database/database.module.js';
import { DepartementsController } from './departements/departements.controller.js';
import { DocumentText } from './documentation/document-text.js';
import { OpenapiController } from './documentation/openapi.controller.js';
import { AnswerInterceptor } from './http/answer.interceptor.js';
import { Answers } from './http/answers.js';
import { ANSWER_MEMORY, createAnswerMemory } from './http/answer-memory.js';
import { ContractErrorFilter } from './http/contract-error.filter.js';
import { ToolCalls } from './mcp/tool-calls.js';
import { Draining } from './http/draining.js';
import { MoiController } from './moi/moi.controller.js';
import { API_MEASURED, API_REGISTRY, createApiRegistry } from './observation/api-registry.js';
import { PrivateDoor } from './observation/private-door.js';
import { RequestMetrics } from './observation/request-metrics.js';
import { PrestatairesController } from './prestataires/prestataires.controller.js';
import { OpportunitesController } from './opportunites/opportunites.controller.js';
import { LimitsHealth } from './sante/limits-health.js';
import { QueueHealth } from './sante/queue-health.js';
import { SanteController } from './sante/sante.controller.js';
import { SETTINGS, type ApiSettings } from './settings.js';
import { SettingsModule } from './settings.module.js';
import { SourcesController } from './sources/sources.controller.js';

/** The routes: one folder and one controller a resource. */
const CONTROLLERS = [
  AvisController,
  OpportunitesController,
  AttributionsController,
  ContratsController,
  PrestatairesController,
  AcheteursController,
  DepartementsController,
  SourcesController,
  MoiController,
  SanteController,
  OpenapiController,
];

@Module({})
export class ApiModule {
  static with(settings: ApiSettings, quotaClock?: Clock): DynamicModule {
    return {
      module: ApiModule,
      imports: [
        SettingsModule.with(settings, quotaClock),
        LoggerModule.forRoot(nestLogParams({ name: 'api', level: settings.logLevel, format: settings.logFormat })),
        DatabaseModule,
        AccessModule,
      ],
      controllers: CONTROLLERS,
      providers: [
        LimitsHealth,
        QueueHealth,
        DocumentText,
        ShutdownState,
        Draining,
        { provide: API_REGISTRY, useFactory: createApiRegistry, inject: [...API_MEASURED] },
        RequestMetrics,
        PrivateDoor,
        {
          provide: ANSWER_MEMORY,
          inject: [SETTINGS],
          useFactory: ({ responseMemorySeconds }: ApiSettings) => createAnswerMemory(responseMemorySeconds),
        },
        Answers,
        ToolCalls,
        { provide: APP_FILTER, useClass: ContractErrorFilter },
        { provide: APP_INTERCEPTOR, useClass: AnswerInterceptor },
      ],
    };
  }
}
