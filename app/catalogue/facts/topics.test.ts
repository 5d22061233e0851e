import { expect, test } from 'vitest'

import { type Topic, topicsIn } from './topics.ts'

const meant: [string, Topic[]][] = [
  ['My mother is hard of hearing.', ['hearing']],
  ['He wears a hearing aid and has trouble hearing you in a crowd', ['hearing']],
  ['Her hearing is poor', ['hearing']],
  ['I have hearing loss; looking forward to hearing from you.', ['hearing']],
  ['We come with a 6-year-old', ['children']],
  ['two kids, three and a half years old', ['children']],
  ['Our daughter is seven years old', ['children']],
  ['Our son, age 4, and his sister, a year old', ['children']],
  ['ages 3 and 5', ['children']],
  ['Can we push a pushchair?', ['children']],
  ['Do you take cards?', ['payment']],
  ['Only cash, or card?', ['payment']],
  ['Can I pay the rest by card on the day?', ['payment']],
  ['Are there many steps?', ['access']],
  ['I walk with a walking frame', ['access']],
  ['May we sit down? We need chairs', ['seating']],
  ['Is there somewhere to park the minibus?', ['coaches', 'parking']],
  ['Our coach holds 30', ['coaches']],
  ['Can we charge our car?', ['charging']],
  ['A guide dog comes with us', ['dogs']],
  ['No allergies but nuts, please', ['food']],
  ['She speaks French only', ['languages']],
  ['Is there a tour in German?', ['languages']],
  ['What happens in bad weather?', ['weather']],
  ['Is it under cover if it rains?', ['weather']],
  ['You may charge my card', ['payment']],
  ['We come by bus from the station', ['station']],
]

const notMeant = [
  'I look forward to hearing from you.',
  'We are looking forward to hearing about your wines',
  'Hope to be hearing back soon',
  'Please leave a birthday card on the table.',
  'A thank-you card would be nice; my business card is with Ann.',
  'It is for my 80 year old mother',
  'He turns eighty-five: an 85-year-old!',
  'Our twenty five year old friend',
  'A ten year old wine, please',
  'Aged 12 months in oak?',
  'We are childhood friends on a baby shower; the babysitter stays at home',
  'We love French oak and German Riesling',
  'I would love to speak to you about it, so to speak',
  'What are the next steps?',
  'My football coach is coming',
  'We are nuts about wine',
  'No allergies',
  'Cashews in the shop?',
  'The rainbow; hoping for good weather',
  'We come rain or shine',
  'The chairman is a hot dog seller',
  'I am in training near the police station',
]

test.each(meant)('“%s” asks for a fact', (request, asked) => {
  expect(topicsIn(request)).toEqual(asked)
})

test.each(notMeant)('“%s” asks for no fact', (request) => {
  expect(topicsIn(request)).toEqual([])
})
