/**
 * What an answer of the service should have been: a problem holds it in English, as the JSON result has it. Quotes are those
 * that `quotable` leaves.
 */
const words = new Map(
  Object.entries({
    'the body': 'o corpo',
    'a list': 'uma lista',
    'an array': 'uma lista',
    'an object': 'um objeto',
    'a text': 'um texto',
    'another value': 'outro valor',
    'a count': 'uma quantidade',
    'an object of counts': 'um objeto com quantidades',
    'an array, or an object by issue type': 'uma lista ou um objeto por tipo de achado',
    'a list of at most 100,000 entries': 'uma lista de até 100.000 itens',
    'a list of at most 1,000 entries': 'uma lista de até 1.000 itens',
    'an object of at most 1,000 fields': 'um objeto de até 1.000 campos',
    'a CVSS score from 0.0 to 10.0': 'uma pontuação CVSS de 0.0 a 10.0',
    'the number of checks performed': 'o número de verificações feitas',
    'the number of findings': 'o número de achados',
    "a percentage such as '42.17'": "uma porcentagem como '42.17'",
    'an ISO 8601 timestamp or null': 'uma data e hora ISO 8601 ou null',
    "'Scan not initiated yet' or a scan result": "'Scan not initiated yet' ou o resultado de um scan",
    'an empty body': 'um corpo vazio',
    'an HTML page': 'uma página HTML',
    'not valid JSON, perhaps cut off': 'JSON inválido, talvez cortado',
    'nested too deep': 'aninhamento profundo demais',
  }),
);

/** In Portuguese; a text that is not known stays as it is. */
export function ptExpected(text: string): string {
  return words.get(text) ?? text.replace(/^an entry with scan /, 'um item com o scan ');
}
