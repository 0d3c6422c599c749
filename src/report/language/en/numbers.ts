import { numbersIn } from '../numbers.ts';

const style = { thousands: ',', point: '.', and: 'and' };
export const { number, plural, decimal, percent, listed } = numbersIn(style);
