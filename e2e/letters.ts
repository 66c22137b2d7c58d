import type { SendMailOptions } from 'nodemailer';
import { png } from './pictures.ts';

export const customer = { name: 'Mina Oak', address: 'mina@customer.example' };

/** 40 × 30 px, stands in the text of the first letter. */
export const lampPicture = png(40, 30, [200, 120, 40]);
export const receipt = Buffer.from('Receipt 4711\nLamp, brass: 89.00\n');

/** A customer's first mail: HTML with a picture in it, a remote picture, an attachment and something quoted. */
export function firstLetter(to: string, subject: string, changes: SendMailOptions = {}): SendMailOptions {
  return {
    from: customer,
    to,
    subject,
    text: 'The lamp arrived broken, see the picture.\n\n> Your order 4711 has left our house.\n',
    html: `<p>Hello, the lamp arrived <b>broken</b>:</p>
      <p><img src="cid:lamp@customer.example" alt="The broken lamp" width="40" height="30"></p>
      <p><img src="https://pictures.elsewhere.example/banner.png" alt="Banner" width="300" height="80"></p>
      <p>What now?</p>
      <blockquote type="cite"><p>Your order 4711 has left our house.</p></blockquote>`,
    attachments: [
      { filename: 'lamp.png', content: lampPicture, cid: 'lamp@customer.example', contentType: 'image/png' },
      { filename: 'receipt.txt', content: receipt, contentType: 'text/plain' },
    ],
    ...changes,
  };
}
