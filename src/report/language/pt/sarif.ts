import type { enSarif } from '../en/sarif.ts';

export const ptSarif: typeof enSarif = {
  hostRules: {
    port: {
      name: 'Porta aberta que a política não permite',
      description:
        'O host responde em uma porta que não está em `allowed-ports`. Cada porta aberta é mais um caminho de entrada.',
    },
    certificate: {
      name: 'Certificado vencido ou que vence cedo demais',
      description:
        'Um certificado do host vale por menos dias do que `certificate-min-days` exige, ou não informa até quando vale.',
    },
    'no-certificate': {
      name: 'Host sem certificado',
      description: 'A política exige certificados válidos, e o scan não encontrou nenhum no host.',
    },
    'no-waf': {
      name: 'Host sem firewall de aplicação web',
      description:
        'A política exige um firewall de aplicação web, e o scan não detectou nenhum à frente do host.',
    },
  },
  leftOut: (count) =>
    `Resultados omitidos por causa dos limites do code scanning, os menos severos primeiro: ${count}. Todos estão no resultado em JSON.`,
  foundOn: (target) =>
    target === ''
      ? 'Encontrado no site em execução, não neste arquivo.'
      : `Encontrado no site em execução ${target}, não neste arquivo.`,
};
