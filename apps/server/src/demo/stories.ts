/** One thing that happens in a sample conversation. Texts hold `{order}`, `{amount}`, `{city}`, `{first}` and `{agent}`. */
export type Beat = { who: 'customer'; text: string } | { who: 'agent'; text: string } | { who: 'note'; text: string };

/** A kind of letter that a shop for lamps and small furniture gets, and how such a conversation goes. */
export interface Story {
  subject: string;
  team: 'Orders' | 'Billing' | 'Technical' | 'Partners' | null;
  tags: string[];
  priority?: 'Low' | 'Medium' | 'High';
  /** Who writes it, where the language asks for somebody. */
  by?: string;
  beats: Beat[];
}

const customer = (text: string): Beat => ({ who: 'customer', text });
const agent = (text: string): Beat => ({ who: 'agent', text });
const note = (text: string): Beat => ({ who: 'note', text });

export const stories: Story[] = [
  {
    subject: 'Charged twice for order {order}',
    team: 'Billing',
    tags: ['refund'],
    priority: 'High',
    beats: [
      customer(
        'Hello,\n\nmy card shows two payments of €{amount} for order {order}, nine seconds apart. I only ordered once. Could you please look into this?\n\nKind regards\n{first}',
      ),
      agent(
        'Hello {first},\n\nthank you for telling us. I can see both payments on our side; one of them is only reserved and was never captured. Your bank should release it within three working days.',
      ),
      note('The gateway shows the second one as "authorised, voided". No refund needed from us.'),
      customer('Thank you for the quick answer. I will keep an eye on it and come back if it does not disappear.'),
    ],
  },
  {
    subject: 'Where is my parcel?',
    team: 'Orders',
    tags: ['shipping'],
    beats: [
      customer(
        'Hi there,\n\nthe tracking for {order} has said "handed to the carrier" since Monday. Has it left {city} at all?',
      ),
      agent(
        "Hi {first},\n\nI have asked the carrier. The parcel missed a scan in {city} and is on the van today. You should have it by six o'clock.",
      ),
      customer('It came! A corner of the box was dented, but the lamp is fine. Thank you.'),
      agent('I am glad to hear that, {first}. The carrier knows about the corner now.'),
    ],
  },
  {
    subject: 'Lamp arrived with a broken shade',
    team: 'Orders',
    tags: ['damaged', 'returns'],
    priority: 'Medium',
    beats: [
      customer(
        'Good morning,\n\nthe reading lamp from order {order} arrived today, but the glass shade has a crack from top to bottom. The box itself looked untouched.\n\nDo I have to send the whole lamp back?',
      ),
      note('Third cracked shade from the {city} warehouse this month. Told logistics.'),
      agent(
        'Good morning {first},\n\nno need to send anything back. I am putting a new shade in the post for you today. Please put the broken one in the glass bin, and mind your fingers.',
      ),
    ],
  },
  {
    subject: 'Invoice with our company address, please',
    team: 'Billing',
    tags: ['invoice'],
    beats: [
      customer(
        'Dear team,\n\ncould you reissue the invoice for {order} with our company address? Our bookkeeping does not accept it with a private one.\n\nThe VAT number is in our account.',
      ),
      agent(
        'Dear {first},\n\nof course. The corrected invoice is in your account now, under Documents. The first one has been cancelled.',
      ),
      customer('Found it, thank you!'),
    ],
  },
  {
    subject: 'Cannot sign in since the update',
    team: 'Technical',
    tags: ['login'],
    priority: 'High',
    beats: [
      customer(
        'Since yesterday the app only shows a white page after I enter my password. I have tried two phones and a laptop. What am I doing wrong?',
      ),
      note('Same as the two from this morning: accounts with an apostrophe in the name.'),
      agent(
        'You are doing nothing wrong, {first}. We broke sign-in for a handful of accounts yesterday evening, yours among them. The fix goes out within the hour; I will write again as soon as it is there.',
      ),
    ],
  },
  {
    subject: 'Change of delivery address',
    team: 'Orders',
    tags: ['shipping'],
    beats: [
      customer(
        'Hello, I have just moved from {city}. Can order {order} still go to the new address? It is in my account already.',
      ),
      agent(
        'Hello {first}, you were just in time: it leaves the warehouse tomorrow morning and goes to the new address.',
      ),
      customer('Wonderful, that is a relief.'),
    ],
  },
  {
    subject: 'Does the desk lamp work with 110 volts?',
    team: 'Technical',
    tags: ['question'],
    priority: 'Low',
    beats: [
      customer(
        'I am moving to Boston in spring and would love to take the desk lamp along. Does its power supply work with 110 volts?',
      ),
      agent('It does. The supply takes everything from 100 to 240 volts; all you need is a plug adapter.'),
    ],
  },
  {
    subject: 'Return label for order {order}',
    team: 'Orders',
    tags: ['returns'],
    beats: [
      customer('Hi, the stool is lovely but too high for our kitchen. How do I get a label to send it back?'),
      agent(
        'Hi {first}, the label is on its way to you in a second mail. Any post office takes the parcel; the money is back on your card about three days after it reaches us.',
      ),
    ],
  },
  {
    subject: 'Discount code does not work',
    team: 'Billing',
    tags: ['question'],
    beats: [
      customer(
        'The code from your newsletter says "expired" although it should run until Sunday. I wanted to order two of the floor lamps.',
      ),
    ],
  },
  {
    subject: 'Wholesale prices for a hotel in {city}',
    team: 'Partners',
    tags: ['wholesale'],
    priority: 'Medium',
    beats: [
      customer(
        'Dear Sir or Madam,\n\nwe are furnishing forty rooms in {city} and are interested in your bedside lamps. Do you offer prices for that quantity, and what would be the lead time?',
      ),
      note('Forty rooms, two lamps each. Asked purchasing for the lead time.'),
      agent(
        'Dear {first},\n\nthank you for thinking of us. For eighty pieces we can offer eighteen per cent off the list price; the lead time is five weeks. Shall I send a written quotation?',
      ),
      customer('Yes, please, with delivery to {city} included. We decide at the end of the month.'),
    ],
  },
  {
    subject: 'Wrong colour in the box',
    team: 'Orders',
    tags: ['returns'],
    beats: [
      customer(
        'I ordered the green one and got the blue one (order {order}). It is a nice blue, but it does not match anything I own.',
      ),
      agent(
        'A nice blue is no comfort when you wanted green, I know. The green one leaves today; the courier takes the blue one back when he brings it.',
      ),
      customer('Perfect, thanks!'),
    ],
  },
  {
    subject: 'Your app drains my battery',
    team: 'Technical',
    tags: ['app'],
    beats: [
      customer(
        'According to my phone your app used 34 % of the battery yesterday, and I only opened it once to dim a lamp.',
      ),
      agent(
        'That is far too much. Could you tell me the version you see under Settings, About, and whether "find lamps nearby" is switched on?',
      ),
      customer('Version 4.2.1, and yes, it is on.'),
      note('4.2.1 scans every ten seconds. Known, fixed in 4.2.2.'),
      agent('4.2.1 scans for lamps every ten seconds. Version 4.2.2 is out since this morning and no longer does.'),
    ],
  },
  {
    subject: 'Cancel order {order}',
    team: 'Orders',
    tags: [],
    beats: [
      customer('Please cancel {order}. My sister had the same idea and ordered it first.'),
      agent('Done, {first}. Nothing was charged. Say hello to your sister, she has good taste.'),
    ],
  },
  {
    subject: 'Reminder although I have paid',
    team: 'Billing',
    tags: ['invoice'],
    priority: 'High',
    beats: [
      customer(
        'I received a reminder over €{amount}, with a fee on top, but I paid on the 3rd. The transfer is attached to this mail as a scan. Please correct this.',
      ),
      agent(
        'You are right and I am sorry: the payment came without the order number and could not be matched. It is matched now, and the fee is gone.',
      ),
    ],
  },
  {
    subject: 'Spare parts for the old model',
    team: 'Technical',
    tags: ['question'],
    priority: 'Low',
    beats: [
      customer(
        'I have had your first desk lamp for eleven years. Now the joint has given up. Do you still have it as a spare part?',
      ),
      note('There are nine left in the drawer in {city}. Send one for free, he has been a customer since 2014.'),
      agent(
        'Eleven years! We found one last joint in a drawer, and it is yours. No charge; please send us a picture of the lamp at its place.',
      ),
    ],
  },
  {
    subject: 'Gift wrapping forgotten',
    team: 'Orders',
    tags: [],
    beats: [
      customer(
        'I paid for gift wrapping and the parcel came in a plain box, with the invoice on top. The birthday was today, so it is a bit late now.',
      ),
    ],
  },
  {
    subject: 'Delete my account',
    team: null,
    tags: ['privacy'],
    beats: [
      customer('Please delete my account and everything that you have stored about me, and confirm when it is done.'),
    ],
  },
  {
    subject: 'Instructions in Dutch?',
    team: 'Technical',
    tags: ['question'],
    priority: 'Low',
    by: 'Pieter de Vries',
    beats: [
      customer(
        'Bestaat er een Nederlandse handleiding voor de wandlamp? In de doos zat alleen een Engelse.\n\nVriendelijke groet,\n{first}',
      ),
    ],
  },
  {
    subject: 'Rechnung zu Bestellung {order} fehlt',
    team: 'Billing',
    tags: ['invoice'],
    by: 'Hannah Vogt',
    beats: [
      customer(
        'Guten Tag,\n\nzu meiner Bestellung {order} finde ich im Kundenkonto keine Rechnung. Könnten Sie sie mir bitte zusenden?\n\nMit freundlichen Grüßen\n{first}',
      ),
      agent(
        'Guten Tag {first},\n\ndie Rechnung liegt jetzt in Ihrem Kundenkonto unter „Dokumente“. Entschuldigen Sie die Verzögerung.',
      ),
    ],
  },
  {
    subject: 'Demande de remboursement, commande {order}',
    team: 'Billing',
    tags: ['refund'],
    by: 'Camille Dubois',
    beats: [
      customer(
        "Bonjour,\n\nj'ai renvoyé la lampe il y a deux semaines et je n'ai toujours pas été remboursée. Pouvez-vous vérifier ?\n\nBien cordialement,\n{first}",
      ),
      agent(
        'Bonjour {first},\n\nvotre colis est arrivé hier chez nous. Le remboursement de {amount} € est parti ce matin.',
      ),
    ],
  },
  {
    subject: 'Não consigo repor a palavra-passe',
    team: 'Technical',
    tags: ['login'],
    by: 'Beatriz Almeida',
    beats: [
      customer(
        'Boa tarde,\n\no link que recebo para repor a palavra-passe diz sempre que já foi usado. Já tentei três vezes, em dois computadores.',
      ),
    ],
  },
  {
    subject: 'Не приходить лист підтвердження',
    team: 'Technical',
    tags: ['login'],
    priority: 'High',
    by: 'Катерина Бондаренко',
    beats: [
      customer(
        'Добрий день!\n\nЯ зареєструвалася вчора, але лист підтвердження так і не прийшов. Перевірила також папку зі спамом.',
      ),
    ],
  },
  {
    subject: 'لم تصلني الفاتورة',
    team: 'Billing',
    tags: ['invoice'],
    by: 'سارة المنصوري',
    beats: [
      customer(
        'مرحباً،\n\nدفعت الاشتراك السنوي أمس ولم أستلم الفاتورة حتى الآن. هل يمكنكم إرسالها مرة أخرى؟\n\nشكراً لكم',
      ),
    ],
  },
  {
    subject: 'Καθυστέρηση παραγγελίας {order}',
    team: 'Orders',
    tags: ['shipping'],
    by: 'Γιώργος Παπαδόπουλος',
    beats: [
      customer(
        'Καλησπέρα σας,\n\nη παραγγελία μου έπρεπε να φτάσει την Τρίτη. Μπορείτε να μου πείτε πότε θα την παραλάβω;',
      ),
    ],
  },
  {
    subject: 'Keyboard shortcut for "next room"?',
    team: 'Technical',
    tags: ['app', 'idea'],
    priority: 'Low',
    beats: [
      customer(
        'Love the desktop app. I answer fifty calls a day and would like to switch rooms without the mouse. Is there a key for it?',
      ),
      agent(
        'Not yet, but I have put it on the list of ideas with your name on it. You are the fourth to ask, so it has a good chance.',
      ),
    ],
  },
  {
    subject: 'Renewal: from 25 to 40 seats before 1 December, and a question about VAT for our branch in {city}',
    team: 'Partners',
    tags: ['contract'],
    priority: 'Medium',
    beats: [
      customer(
        'Hello,\n\nour contract ends on 1 December. We would like to renew it with 40 seats instead of 25. Our branch in {city} needs an invoice of its own, without VAT because of the reverse charge. Is that possible?\n\nBest wishes\n{first}',
      ),
      agent(
        'Hello {first},\n\nyes to both. Please send me the VAT number of the branch and I will prepare two contracts.',
      ),
    ],
  },
  {
    subject: 'Smells of plastic',
    team: 'Technical',
    tags: ['question'],
    beats: [
      customer('The new ceiling lamp smells of plastic when it has been on for an hour. Is that normal?'),
      agent(
        'A little, for the first two or three evenings: a protective film on the reflector. If it still smells on day four, please switch it off and write to me.',
      ),
    ],
  },
  {
    subject: 'Thank you!',
    team: null,
    tags: [],
    priority: 'Low',
    beats: [
      customer(
        'I just wanted to say that {agent} saved my week. The lamp stood on the table in time and my mother cried a little. The good kind.',
      ),
    ],
  },
];
