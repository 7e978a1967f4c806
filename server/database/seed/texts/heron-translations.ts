/* The Heron guide in German, French, Japanese and Arabic. */
import type { PageText } from '../model/seed-data.ts';

export const heronDe: PageText[] = [
  {
    title: 'Willkommen',
    slug: 'willkommen',
    emoji: '🌊',
    description: 'Was Heron ist und wo was steht',
    text: `Heron ist ein Radarpegel für Flüsse, Kanäle und Häfen. Er hängt über dem Wasser und misst den Abstand zur Oberfläche, ohne sie zu berühren.

- [Montage](page:montage)
- [Anschluss](page:anschluss)
- [Störungen](page:stoerungen)

Die englische Fassung ist die maßgebliche: [Heron user guide](space:heron-guide).`,
  },
  {
    title: 'Montage',
    slug: 'montage',
    emoji: '🔩',
    description: 'Standort, Halter, Lot',
    text: `Ein guter Standort hat ruhiges Wasser, freie Sicht nach unten und ein starres Bauwerk.

1. Halter mit vier Schrauben M8 befestigen, Drehmoment **18 N·m**.
2. Pegel einhängen, Pfeil in Fließrichtung.
3. Dosenlibelle einspielen lassen.
4. Kabel mit Tropfschlaufe verlegen.`,
  },
  {
    title: 'Anschluss',
    slug: 'anschluss',
    emoji: '🔌',
    description: 'Adern und Spannungen',
    text: `| Ader | Bedeutung |
| --- | --- |
| rot | Versorgung + |
| schwarz | Masse |
| weiß | RS-485 A |
| grün | RS-485 B |

Ein Abschlusswiderstand von 120 Ω gehört an das Ende der Leitung.`,
  },
  {
    title: 'Störungen',
    slug: 'stoerungen',
    emoji: '🩺',
    description: 'Fehlercodes E01 bis E07',
    text: `| Code | Bedeutung |
| --- | --- |
| \`E01\` | kein Echo |
| \`E03\` | Neigung über 5° |
| \`E04\` | Wasser im Nahbereich |
| \`E05\` | Versorgung außerhalb des Bereichs |`,
  },
];

export const heronFr: PageText[] = [
  {
    title: 'Bienvenue',
    emoji: '🌊',
    description: 'Ce qu’est Heron',
    text: `Heron est un limnimètre radar pour rivières, canaux et ports. Suspendu au-dessus de l’eau, il mesure la distance à la surface sans la toucher.

Voir [Installer](page:installer), puis [Raccorder](page:raccorder).`,
  },
  {
    title: 'Installer',
    emoji: '🔩',
    description: 'Choisir le site et fixer le support',
    text: `- Eau calme, vue dégagée vers le bas, structure rigide.
- Au moins 0,5 m au-dessus du niveau le plus haut attendu.
- Quatre boulons M8 serrés à **18 N·m**.
- Une boucle d’égouttement sur le câble.`,
  },
  {
    title: 'Raccorder',
    emoji: '🔌',
    description: 'Couleurs et tensions',
    text: `| Fil | Signification |
| --- | --- |
| rouge | alimentation + |
| noir | masse |
| blanc | RS-485 A |
| vert | RS-485 B |`,
  },
  {
    title: 'Dépannage',
    emoji: '🩺',
    description: 'Pas de mesures ?',
    text: `Vérifiez dans l’ordre : l’alimentation au limnimètre, la passerelle, l’adresse et la vitesse, puis l’ordre des fils A et B. Le [guide anglais](space:heron-guide/when-something-is-wrong/no-readings) contient la liste complète.`,
  },
];

export const heronJa: PageText[] = [
  {
    title: 'はじめに',
    slug: 'introduction',
    emoji: '🌊',
    description: 'Heron の概要',
    text: `Heron は、河川・運河・港湾向けのレーダー式水位計です。水面に触れずに距離を測るため、汚れや凍結の影響を受けません。

- [設置](page:installation)
- [配線](page:wiring)
- [故障かなと思ったら](page:troubleshooting)`,
  },
  {
    title: '設置',
    slug: 'installation',
    emoji: '🔩',
    description: '場所の選び方と取り付け',
    text: `1. 水面が穏やかで、真下の見通しがよい場所を選びます。
2. ブラケットを M8 ボルト 4 本で固定します（**18 N·m**）。
3. 矢印を下流に向け、水準器の気泡を内側の円に合わせます。`,
  },
  {
    title: '配線',
    slug: 'wiring',
    emoji: '🔌',
    description: '線の色と電圧',
    text: `| 線 | 意味 |
| --- | --- |
| 赤 | 電源 + |
| 黒 | グランド |
| 白 | RS-485 A |
| 緑 | RS-485 B |`,
  },
  {
    title: '故障かなと思ったら',
    slug: 'troubleshooting',
    emoji: '🩺',
    description: 'エラーコード',
    text: `| コード | 意味 |
| --- | --- |
| \`E01\` | エコーなし |
| \`E03\` | 傾きが 5° を超えている |
| \`E04\` | 不感帯に水面がある |`,
  },
];

export const heronAr: PageText[] = [
  {
    title: 'مرحبًا',
    slug: 'welcome',
    emoji: '🌊',
    description: 'ما هو هيرون',
    text: `هيرون مقياس راداري لمنسوب المياه في الأنهار والقنوات والموانئ. يُعلَّق فوق الماء ويقيس المسافة إلى السطح دون أن يلمسه.

راجع [التركيب](page:installation) ثم [التوصيل](page:wiring).`,
  },
  {
    title: 'التركيب',
    slug: 'installation',
    emoji: '🔩',
    description: 'اختيار الموقع والتثبيت',
    text: `1. اختر موقعًا هادئ المياه، واضح الرؤية نحو الأسفل.
2. ثبّت الحامل بأربعة براغي M8 بعزم **18 N·m**.
3. وجّه السهم مع اتجاه التيار واضبط الفقاعة داخل الدائرة.`,
  },
  {
    title: 'التوصيل',
    slug: 'wiring',
    emoji: '🔌',
    description: 'ألوان الأسلاك',
    text: `| السلك | المعنى |
| --- | --- |
| أحمر | تغذية + |
| أسود | أرضي |
| أبيض | RS-485 A |
| أخضر | RS-485 B |`,
  },
];
