import { Inject, Injectable } from '@nestjs/common';
import { plainToInstance } from 'class-transformer';
import { DataSource } from 'typeorm';
import { AvisDto } from './avis.dto.js';
import { Avis } from './avis.entity.js';
import { type AvisPageDto } from './avis-page.dto.js';

@Injectable()
export class AvisService {
  constructor(@Inject(DataSource) private readonly dataSource: DataSource) {}

  async findPage({ statut, page, per_page }: AvisPageDto): Promise<{ data: AvisDto[]; meta: object }> {
    const [avis, total] = await this.dataSource.getRepository(Avis).findAndCount({
      where: { statut },
      order: { version: 'ASC' },
      skip: (page - 1) * per_page,
      take: per_page,
    });
    const data = plainToInstance(AvisDto, avis, { excludeExtraneousValues: true });
    return { data, meta: { page, per_page, total } };
  }
}
