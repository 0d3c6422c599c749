import { numbersIn } from '../numbers.ts';

export const ptNumbers = numbersIn({ thousands: '.', point: ',', and: 'e' });
export const { number, plural, decimal, percent } = ptNumbers;
