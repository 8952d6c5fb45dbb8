import { Injectable } from '@nestjs/common';

/** The OpenAPI document as it is served; written once, when the application is created. */
@Injectable()
export class DocumentText {
  text = '';
}
