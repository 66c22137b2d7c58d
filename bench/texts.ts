import type { Random } from './random.ts';

const firstNames =
  'Ada Amir Anke Bela Bruno Chiara Dagny Daria Elif Emil Farah Filip Greta Hana Hugo Ines Ivo Jamal Jana Kaya Kofi Lars Leila Lina Luca Maja Marek Mina Nadia Nils Noor Olga Omar Otto Pia Priya Rafael Rosa Sami Selma Sofia Sven Tara Theo Uma Vera Viktor Wanda Yara Zeno'.split(
    ' ',
  );
const lastNames =
  'Abel Ahmadi Berg Borges Castro Cohen Dahl Dias Eklund Ferrari Fischer Garcia Gruber Haas Hansen Ito Jansen Keller Khan Kovac Lang Larsen Lindqvist Lopez Maier Meyer Moreau Nagy Novak Okafor Olsen Park Pereira Peters Rao Reed Rossi Saar Sato Schmidt Silva Simon Tanaka Torres Vogel Wagner Weber Winter Wolf Zhang'.split(
    ' ',
  );
const things = [
  'invoice',
  'delivery',
  'password',
  'refund',
  'subscription',
  'lamp',
  'order',
  'account',
  'parcel',
  'booking',
  'printer',
  'licence key',
  'statement',
  'discount code',
  'charger',
  'app',
  'export',
  'address',
  'contract',
  'return label',
];
const troubles = [
  'is missing',
  'arrived broken',
  'was charged twice',
  'does not work',
  'is late',
  'cannot be changed',
  'shows an error',
  'has the wrong name',
  'was cancelled',
  'expired yesterday',
];
const openings = ['Hello', 'Hi there', 'Good morning', 'Dear team', 'Good afternoon'];
const sentences = [
  'I tried it on two devices and the result is the same.',
  'Could you have a look and tell me what to do next?',
  'The number on the receipt does not match what I see online.',
  'It worked fine until last week.',
  'I attach a picture so that you can see what I mean.',
  'We need this before the end of the month.',
  'Please let me know if you need anything else from me.',
  'My colleague had the same question some time ago.',
  'I have already restarted everything twice.',
  'Thank you for the quick answer last time.',
  'The courier says that nobody was at home, but I was.',
  'Is there a way to do this without calling?',
];
const answers = [
  'Thank you for your message, we are looking into it.',
  'I have just checked your order and everything is on its way.',
  'The amount will be back on your card within two working days.',
  'Could you send us the number on the back of the device?',
  'I have reset it for you, please try again now.',
  'We are sorry for the trouble and have extended your plan by a month.',
];

export interface Person {
  first_name: string;
  last_name: string;
}

export const person = (random: Random): Person => ({
  first_name: random.pick(firstNames),
  last_name: random.pick(lastNames),
});
export const subject = (random: Random): string => {
  const thing = random.pick(things);
  return `${random.next() < 0.3 ? 'Re: ' : ''}My ${thing} ${random.pick(troubles)}${random.next() < 0.4 ? ` (${random.int(10_000, 99_999)})` : ''}`;
};

/** How many words the long tail has, of which every letter holds some; low numbers often, high ones hardly ever. */
export const tailWords = 200_000;
const syllables = 'ba ce di fo gu ha je ki lo mu na pe ri so tu va we xi zo ly'.split(' ');

/** A word of the tail by its number; all differ. */
export function tailWord(number: number): string {
  let word = '';
  for (let rest = number + syllables.length; rest > 0; rest = Math.floor(rest / syllables.length)) {
    word += syllables[rest % syllables.length];
  }
  return word;
}

/** A mail body of one to eight sentences. */
export function letter(random: Random, from: 'contact' | 'agent'): string {
  const count = random.int(1, from === 'contact' ? 8 : 4);
  const parts = [`${random.pick(openings)},`];
  for (let i = 0; i < count; i++) parts.push(random.pick(from === 'contact' ? sentences : answers));
  const tail = [1, 2, 3].map(() => tailWord(random.skewed(tailWords)));
  parts.push(`It is about ${tail.join(' and ')}.`);
  return parts.join(' ');
}
