import type { enHostFacts } from '../en/host-facts.ts';
import { number, plural } from './numbers.ts';

export const ptHostFacts: typeof enHostFacts = {
  host: 'Host',
  addresses: 'Endereços IP',
  services: 'Serviços',
  certificates: 'Certificados',
  firewall: 'Firewall (WAF)',
  noFirewall: 'nenhum detectado',
  components: 'Componentes',
  webServer: 'Servidor web',
  os: 'Sistema operacional',
  database: 'Banco de dados',
  cms: 'CMS',
  cdn: 'CDN',
  isp: 'Provedor (ISP)',
  emails: 'E-mails expostos',
  emailCount: (count) => `${plural(count, 'endereço', 'endereços')}, no resultado JSON`,
  emailsCut: (count) => `mais de ${number(count)} endereços, os primeiros no resultado JSON`,
  certificateEnd: (days, end) =>
    days < 0 ? `venceu em ${end}` : `vence em ${plural(days, 'dia', 'dias')}, em ${end}`,
  portIs: (port, state) => `Porta ${port}${state === '' ? '' : ` (${state})`}`,
  validity: (from, until) => `válido de ${from} a ${until}`,
};
