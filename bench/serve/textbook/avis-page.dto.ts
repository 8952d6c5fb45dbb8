import { Type } from 'class-transformer';
import { IsIn, IsInt, IsOptional, Max, Min } from 'class-validator';

export class AvisPageDto {
  @IsOptional() @IsIn(['ouvert', 'clos']) statut: 'ouvert' | 'clos' = 'ouvert';
  @IsOptional() @Type(() => Number) @IsInt() @Min(1) page = 1;
  @IsOptional() @Type(() => Number) @IsInt() @Min(1) @Max(100) per_page = 20;
}
