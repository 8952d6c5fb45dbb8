import { Controller, Get, Inject, Query } from '@nestjs/common';
import { AvisPageDto } from './avis-page.dto.js';
import { AvisService } from './avis.service.js';

@Controller('avis')
export class AvisController {
  constructor(@Inject(AvisService) private readonly service: AvisService) {}

  @Get()
  list(@Query() page: AvisPageDto): ReturnType<AvisService['findPage']> {
    return this.service.findPage(page);
  }
}
