import { numbersIn } from '../numbers.ts';

const style = { thousands: ',', point: '.', and: 'and' };
export const enNumbers = numbersIn(style);
export const { number, plural } = enNumbers;
