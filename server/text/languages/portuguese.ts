import type { LanguageTable } from "./table.ts";

export const portuguese: LanguageTable = {
  stop: `a à ainda algo algum alguma alguns algumas antes ao aos aquela aquele aquilo as às até com como da das de dela dele deles delas depois desde deve
  devo do dos e é ela elas ele eles em entre era essa essas esse esses esta está estão estas este estes estou eu faz fazer foi for há isso isto já lá lhe
  mais mas me mesmo meu meus minha minhas muito na não nas nem no nos nós nossa nosso num numa o obrigado obrigada olá os ou outra outras outro outros para
  pela pelas pelo pelos pode podem podemos por porque porquê posso pouco qual quais qualquer quando quanta quantas quanto quantos que quê quem quero se sem
  ser seu seus são só sobre sua suas também te tem têm tenho ter toda todas todo todos tu um uma umas uns você vocês vou onde favor`,
  negation:
    "não|nao|nunca|jamais|nada|ninguém|nenhum|nenhuma|sem|nem|exceto|impossível|em vez de|falh\\p{L}+|recusad[ao]s?",
  notNegating:
    "não (?:sei|entendo|vejo|lembro) (?:como|por que|porque|o que|onde|quando|se|qual)|não (?:consigo )?(?:encontro|encontrar|acho|achar|ver)|ou não|se não",
  opposites: `
    ativar habilitar desbloquear reativar permitir iniciar ligar retomar ativação / desativar desativo desabilitar bloquear suspender proibir impedir parar desligar pausar desativação
    adicionar acrescentar criar convidar anexar incluir / remover excluir apagar eliminar retirar
    instalar / desinstalar
    assinar inscrever subscrever / cancelar desinscrever
    abrir / fechar encerrar
    antes / depois após
    aumentar subir mais máximo máxima maior / diminuir reduzir baixar menos mínimo mínima menor
    importar carregar receber depositar / exportar enviar sacar descarregar
    comprar / vender
    conectar ligar vincular entrar / desconectar desvincular sair
    mostrar exibir visível público / ocultar esconder invisível privado
    aceitar aprovar funcionar / rejeitar recusar falhar
    primeiro primeira início / último última fim
    correto verdadeiro certo / incorreto falso errado
    mensal mês / anual ano
    grátis gratuito gratuita / pago
    remetente / destinatário
    interno / externo
    manual manualmente / automático automaticamente
    temporário temporariamente / permanente definitivo
    com / sem`,
  numbers:
    "0.5 meio meia metade, 1 primeiro primeira, 2 dois duas segundo segunda, 3 três terceiro terceira, 4 quatro, 5 cinco, 6 seis, 7 sete, 8 oito, 9 nove, 10 dez",
  fillers:
    "novo nova ajuda olá atual atualmente realmente ainda exatamente possível maneira forma opção informação pergunta saber explicar entender preciso rápido facilmente tempo",
  roles:
    "de do da dos das desde / a ao à aos às para até / em no na nos nas, por pelo pela pelos pelas, com, que, antes, depois, contra, sobre",
  persons: "eu me mim nós nos / tu te ti você vocês",
  sidedVerbs: "é são fazer faz tem têm ter",
  owners: "meu minha meus minhas nosso nossa / teu tua seu sua seus suas vosso vossa",
  kinds: {
    reason: "por que|porque|porquê|por qual motivo|qual (?:é )?o motivo",
    time: "quando|quanto tempo|a que horas|até quando|desde quando",
    amount: "quant[oa]s?|qual (?:é )?o (?:preço|custo|limite|valor)",
    place: "onde|aonde",
    person: "quem",
    method: "como|de que (?:maneira|forma)|o que (?:devo|preciso) fazer",
    choice: "qual|quais",
    what: "o que|que",
  },
  money: "preços?|custos?|custa|custam|tarifas?|taxas?|pagar|cobr\\p{L}*",
  references: {
    pronouns:
      "ele|ela|eles|elas|dele|dela|deles|delas|nele|nela|isso|isto|disso|disto|nisso|aquilo|ess[ea]s?|dess[ea]s?|aquel[ea]s?|est[ea]s?(?=[\\s?.!,]*$)|lo|[oa]s? (?=(?:ativo|desativo|removo|excluo|altero|cancelo|uso)(?!\\p{L}))|\\p{L}+[áêíô]-l[oa]s?|\\p{L}+-(?:[oa]s?|lhes?|n[oa]s?)",
    neutral: "por isso|est[ea] (?:mês|ano|semana|página|site)",
    backward:
      "[oa]s? (?:mesm[oa]s?|outr[oa]s?)|[oa] (?:primeir[oa]|segund[oa]|terceir[oa]|últim[oa]|anterior|próxim[oa])(?=[\\s?.!,]*$)|(?:um|uma) outr[oa](?=[\\s?.!,]*$)|outr[oa](?=[\\s?.!,]*$)|nesse caso|em vez disso|o que mais|algo mais|mais algum[a]?|qual del[ea]s",
    opening: "e (?:para|se|com|quanto)|que tal|o mesmo|nesse caso|se sim|se não|por exemplo|mais|senão",
    link: "ok|bem|bom|e|mas|ou|então|também|porque|pois",
    asks: "como|o que|que|por|quando|onde|quem|qual|quais|quant[oa]s?|posso|pode|podem|há|existe|é|são|devo|tem",
    reply: "sim|não|claro|ok",
    remark:
      "(?:isso|isto) (?:é|foi|parece)(?: muito| realmente)* [\\p{L}-]+|(?:ok|obrigad[oa]|ótimo|perfeito|entendo|legal|certo)",
    definition:
      "(?:(?:o )?que (?:é|são|significa)|quem (?:é|foi)) (?:um |uma |o |a |os |as )?(?!(?:isso|isto|aquilo|ele|ela)(?!\\p{L}))",
    named: "além d[eoa]s?|exceto|fora|em vez d[eoa]s?",
    condition: "se|quando|depois|antes",
    tells: "eu|tenho|temos|quero|preciso|não consigo|(?:[oa]s? )?(?:meu|minha|meus|minhas|noss[oa]s?)",
    clause: "e|se|quando|mas|porque|depois|antes|para",
  },
};
