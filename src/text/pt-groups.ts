/** The groups of section 2.5 of the service interface; the service leaves them in English. */
export const ptGroups: ReadonlyMap<string, string> = new Map([
  ['Improper Access Control', 'Controle de acesso inadequado'],
  [
    'Improper Interaction Between Multiple Correctly-Behaving Entities',
    'Interação inadequada entre componentes corretos isoladamente',
  ],
  [
    'Improper Control of a Resource Through its Lifetime',
    'Controle inadequado do ciclo de vida de um recurso',
  ],
  ['Incorrect Calculation', 'Cálculo incorreto'],
  ['Insufficient Control Flow Management', 'Gerenciamento insuficiente do fluxo de controle'],
  ['Protection Mechanism Failure', 'Falha de mecanismo de proteção'],
  ['Incorrect Comparison', 'Comparação incorreta'],
  [
    'Improper Check or Handling of Exceptional Conditions',
    'Verificação ou tratamento inadequado de condições excepcionais',
  ],
  ['Improper Neutralization', 'Neutralização inadequada de dados'],
  ['Improper Adherence to Coding Standards', 'Descumprimento de padrões de codificação'],
  ['Unspecified Threat', 'Ameaça não especificada'],
]);
