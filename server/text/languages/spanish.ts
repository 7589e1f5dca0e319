import type { LanguageTable } from "./table.ts";

export const spanish: LanguageTable = {
  stop: `a al algo algún alguna algunas alguno algunos además antes aquí así aún aunque cada como cómo con cual cuál cuales cuáles cualquier cuando
  cuándo cuanto cuánto cuánta cuántos cuántas de debe debo del desde después donde dónde dos e el él ella ellas ellos en entonces entre era es esa esas
  ese eso esos está están esta estas este esto estos estoy fue gracias ha hace hacer hacia han has hasta hay he hola la las le les lo los me mi mis mí
  mucho muy más nada ni no nos nosotros nuestra nuestro o os otra otras otro otros para pero poco podemos por porque por qué puede pueden puedo qué que
  quién quien quiero se ser si sí sin sobre solo sólo son soy su sus también tan te tengo tiene tienen todo toda todos todas tu tú tus un una unas uno
  unos usted ustedes va vez y ya yo favor`,
  negation:
    "no|nunca|jamás|nada|nadie|ningun[ao]s?|ningún|sin|ni|tampoco|excepto|salvo|imposible|en lugar de|en vez de|fallid[ao]s?|fall[aóo]|rechazad[ao]s?",
  notNegating:
    "no (?:sé|se|entiendo|veo|recuerdo) (?:cómo|como|por qué|qué|dónde|donde|cuándo|si|cuál)|no (?:puedo )?(?:encuentro|encontrar|hallo)|o no|si no|no es así",
  opposites: `
    activar habilitar desbloquear reactivar permitir iniciar encender reanudar activación / desactivar desactivo deshabilitar bloquear suspender prohibir impedir detener apagar pausar desactivación
    añadir agregar crear invitar adjuntar incluir / eliminar quitar borrar suprimir excluir
    instalar / desinstalar
    suscribir suscribirme suscripción contratar / cancelar darse_baja desuscribir desuscribirme
    abrir / cerrar
    antes / después
    aumentar subir más máximo máxima mayor / disminuir reducir bajar menos mínimo mínima menor
    importar cargar recibir depositar entrante / exportar descargar enviar retirar saliente
    comprar / vender
    conectar vincular unirse iniciar_sesión / desconectar desvincular abandonar cerrar_sesión
    mostrar visible público pública / ocultar esconder invisible privado privada
    cifrar / descifrar
    aceptar aprobar funcionar / rechazar denegar fallar
    primero primera inicio / último última fin
    correcto verdadero / incorrecto falso
    mensual mes / anual año
    gratis gratuito gratuita / pago pagado
    remitente / destinatario
    interno / externo
    manual manualmente / automático automáticamente
    temporal temporalmente / permanente definitivo
    con / sin`,
  numbers:
    "0.5 medio media mitad, 1 primero primera primer, 2 dos segundo segunda, 3 tres tercero tercera tercer, 4 cuatro, 5 cinco, 6 seis, 7 siete, 8 ocho, 9 nueve, 10 diez",
  fillers:
    "nuevo nueva ayuda hola actual actualmente realmente todavía exactamente posible manera forma opción información pregunta saber explicar entender necesitar rápido fácilmente tiempo",
  roles: "de del desde / a al hacia hasta / en, por, con, para, que, antes, después, contra, sobre",
  persons: "yo me nos / tú te usted ustedes os",
  sidedVerbs: "es son hacer tiene tienen va quiero",
  owners: "mi mis nuestro nuestra / tu tus su sus vuestro vuestra",
  kinds: {
    reason: "por qué|por que|cuál es (?:la razón|el motivo)",
    time: "cuándo|cuánto tiempo|cuánto tarda|a qué hora|hasta cuándo|desde cuándo|cuanto tarda",
    amount: "cuánt[ao]s?|cuál es el (?:precio|coste|costo|límite|importe)|cuanto cuesta",
    place: "dónde|donde",
    person: "quién|quiénes|a quién",
    method: "cómo|como (?:puedo|se|hago)|de qué (?:manera|forma)|qué (?:debo|tengo que) hacer",
    choice: "cuál|cuáles|qué (?=\\p{L}+s )",
    what: "qué|que es",
  },
  money: "precios?|costos?|costes?|cuesta|cuestan|tarifas?|pagar|cobr\\p{L}*",
  references: {
    pronouns:
      "él|ella|ellos|ellas|lo(?! que)|eso|esto|ello|aquello|es[ao]s?|ese|aquell[ao]s?|aquel|est[ao]s?(?=[\\s?.!,]*$)|éste|ésta|su|sus|\\p{L}+(?:ar|er|ir|ír)(?:lo|la|los|las|le|les)",
    neutral: "lo (?:siento|antes posible)|por eso|est[ea] (?:mes|año|semana|página|sitio)|a lo mejor",
    backward:
      "(?:el|la|lo|los|las) (?:mism[ao]s?|otr[ao]s?)|(?:el|la) (?:primer[ao]|segund[ao]|últim[ao]|anterior|siguiente)(?=[\\s?.!,]*$)|otr[ao](?: vez)?(?=[\\s?.!,]*$)|un[ao]? tal|tales?|en ese caso|en su lugar|qué más|algo más|quién más|cuál de|alguno más",
    opening: "y (?:para|si|con)|qué pasa con|qué tal|lo mismo|en ese caso|si es así|si no|por ejemplo|más|igual",
    link: "ok|vale|bueno|y|e|pero|o|entonces|así que|también|además|porque",
    asks: "cómo|como|qué|que|por|cuándo|dónde|quién|cuál|cuáles|cuánt[ao]s?|puedo|puede|pueden|se|hay|es|son|está|debo|tengo",
    reply: "sí|si|no|claro|vale",
    remark:
      "(?:eso|esto) (?:es|fue|suena)(?: muy| realmente)* [\\p{L}-]+|(?:ok|gracias|genial|perfecto|vale|entiendo|bien|estupendo)",
    definition:
      "(?:qué|quién|que|quien) (?:es|son|significa|significan|fue) (?:un |una |el |la |los |las )?(?!(?:eso|esto|ello|ese|esa|él|ella)(?!\\p{L}))",
    named: "además de|aparte de|excepto|salvo|en lugar de|en vez de",
    condition: "si|cuando|después|antes",
    tells: "yo|he|hemos|tengo|tenemos|quiero|queremos|necesito|no puedo|mi|mis|nuestr[ao]s?",
    clause: "y|si|cuando|pero|porque|después|antes|para",
  },
};
