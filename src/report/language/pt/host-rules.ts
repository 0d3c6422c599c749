import type { enHostRules } from '../en/host-rules.ts';
import { plural } from './numbers.ts';

function daysLeft(days: number | null): string {
  if (days === null) return 'não tem data de validade conhecida';
  if (days < 0) return `venceu há ${plural(-days, 'dia', 'dias')}`;
  return days === 0 ? 'vence em menos de um dia' : `vence em ${plural(days, 'dia', 'dias')}`;
}

export const ptHostRules: typeof enHostRules = {
  violation: {
    port: ({ port, service }, allowedPorts) => {
      const allowed = allowedPorts === '' ? 'nenhuma é permitida' : `permitidas: ${allowedPorts}`;
      const name = service === '' ? '' : ` (“${service}”)`;
      return port === null
        ? {
            what: `Há uma porta aberta de número desconhecido${name}; ${allowed}.`,
            remedy: 'Descubra qual é a porta e feche-a. Uma porta sem número não pode ser permitida.',
          }
        : {
            what: `A porta \`${port}\`${name} está aberta; ${allowed}.`,
            remedy: `Feche-a ou proteja-a com um firewall; se precisar ficar aberta, inclua \`${port}\` em \`host.allowed-ports\`.`,
          };
    },
    certificate: ({ commonName, daysLeft: days, minDays }) => ({
      what: `O certificado${commonName === '' ? '' : ` de “${commonName}”`} ${daysLeft(days)}; a política exige pelo menos ${plural(minDays, 'dia', 'dias')} de validade.`,
      remedy: 'Renove o certificado e confira se a renovação automática está funcionando.',
    }),
    'no-certificate': ({ minDays }) => ({
      what: `O scan não encontrou nenhum certificado; a política exige um com pelo menos ${plural(minDays, 'dia', 'dias')} de validade.`,
      remedy:
        'Sirva o site por HTTPS com um certificado válido ou retire `host.certificate-min-days` do arquivo de política.',
    }),
    'no-waf': () => ({
      what: 'O scan não detectou nenhum firewall de aplicação web (WAF).',
      remedy: 'Coloque o site atrás de um WAF ou retire `host.require-waf` do arquivo de política.',
    }),
  },
  violatedRule: 'Regra para o host violada',
  harmlessViolations: (count) =>
    `${plural(count, 'regra para o host violada', 'regras para o host violadas')} que não ${count === 1 ? 'bloqueia' : 'bloqueiam'}`,
};
