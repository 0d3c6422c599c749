import { numbersIn } from '../numbers.ts';

export const enNumbers = numbersIn({ thousands: ',', point: '.', and: 'and' });
export const { number, plural } = enNumbers;
