import { Controller } from '@nestjs/common';
import { NoParameters } from '#contract/parameters/no-parameters';
import { Route } from '../access/route.js';
import { textAnswer, type Answer } from '../http/answer.js';
import { DocumentText } from './document-text.js';

@Controller('openapi.json')
export class OpenapiController {
  constructor(private readonly document: DocumentText) {}

  @Route('', {
    operationId: 'getOpenapi',
    tag: 'Service',
    summary: 'Ce document OpenAPI 3.1',
    description: 'Sans clé. Statique, sans en-tête X-Request-Id.',
    keyed: false,
    scope: null,
    resource: null,
    readsAvis: false,
    query: NoParameters,
    path: NoParameters,
    prepare: () => null,
    quota: null,
    memory: null,
    answer: 'DocumentOpenapi',
  })
  read(): Answer {
    return textAnswer(this.document.text, 0);
  }
}
