/**
 * The peer of the ordinary team: NestJS, TypeORM entities, class-transformer, pages by offset with their total; no key, no
 * quota, no limit. On the Fastify adapter, the faster of the two. Environment: DATABASE_URL, PORT.
 */
import 'reflect-metadata';
import { Module, ValidationPipe } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import { DataSource } from 'typeorm';
import { AvisController } from './avis.controller.js';
import { Avis } from './avis.entity.js';
import { AvisService } from './avis.service.js';

const dataSource = new DataSource({
  type: 'postgres',
  url: process.env['DATABASE_URL'] ?? '',
  entities: [Avis],
  poolSize: 10,
});
await dataSource.initialize();

@Module({
  controllers: [AvisController],
  providers: [AvisService, { provide: DataSource, useValue: dataSource }],
})
class AppModule {}

// eslint-disable-next-line @typescript-eslint/no-unsafe-class-instance-assignment -- Nest types its options as a class
const app = await NestFactory.create<NestFastifyApplication>(AppModule, new FastifyAdapter(), { logger: false });
app.useGlobalPipes(new ValidationPipe({ transform: true }));
await app.listen(Number(process.env['PORT']), '127.0.0.1');
