import type { enSarif } from '../en/sarif.ts';

function named(service: string): string {
  return service === '' ? '' : ` (${service})`;
}

function forName(name: string): string {
  return name === '' ? '' : ` de ${name}`;
}

function days(count: number): string {
  return `${count} dia${Math.abs(count) === 1 ? '' : 's'}`;
}

export const ptSarif: typeof enSarif = {
  hostRules: {
    port: {
      name: 'Porta aberta que a política não permite',
      description:
        'O host responde em uma porta que não está em `allowed-ports`. Cada porta aberta é mais um caminho de entrada.',
      remedy:
        'Feche a porta ou coloque-a atrás de um firewall; se ela deve ficar aberta, inclua-a em `host.allowed-ports`.',
    },
    certificate: {
      name: 'Certificado que vence cedo demais',
      description:
        'Um certificado do host vale por menos dias do que `certificate-min-days` exige, ou não informa até quando vale.',
      remedy: 'Renove o certificado e verifique por que a renovação automática não aconteceu.',
    },
    'no-certificate': {
      name: 'Host sem certificado',
      description: 'A política exige certificados válidos, e o scan não encontrou nenhum no host.',
      remedy: 'Sirva o site por TLS com um certificado de uma autoridade confiável.',
    },
    'no-waf': {
      name: 'Host sem firewall de aplicação web',
      description:
        'A política exige um firewall de aplicação web, e o scan não detectou nenhum à frente do host.',
      remedy:
        'Coloque o site atrás de um firewall de aplicação web ou verifique se o scan chega a ele passando pelo firewall.',
    },
  },
  violation: {
    port: ({ port, service }) =>
      port === null
        ? `Uma porta de número desconhecido está aberta${named(service)}.`
        : `A porta ${port} está aberta${named(service)}.`,
    certificate: ({ commonName, daysLeft, minDays }) =>
      daysLeft === null
        ? `O certificado${forName(commonName)} não informa até quando vale; o mínimo exigido é de ${days(minDays)}.`
        : `O certificado${forName(commonName)} vale por ${days(daysLeft)}; o mínimo exigido é de ${days(minDays)}.`,
    'no-certificate': () => 'O scan não encontrou nenhum certificado no host.',
    'no-waf': () => 'O scan não detectou nenhum firewall de aplicação web.',
  },
  leftOut: (count) =>
    `Resultados omitidos por causa dos limites do code scanning, os menos severos primeiro: ${count}. Todos estão no resultado em JSON.`,
  where: (place) => `Onde: ${place}.`,
  foundOn: (target) =>
    target === ''
      ? 'Encontrado no site em execução, não neste arquivo.'
      : `Encontrado no site em execução ${target}, não neste arquivo.`,
};
