/** Common emoji with search terms. Loaded with the picker only. */
const list = `👍 thumbs up yes agree like|👎 thumbs down no disagree|❤️ heart love red|🎉 party tada celebrate|😄 smile happy grin|😂 tears joy laugh|🤣 rolling laughing|😊 blush smile|🙂 slight smile|😉 wink|😍 heart eyes|😘 kiss|😎 cool sunglasses|🤔 thinking hmm|😐 neutral|😕 confused|😟 worried|😢 cry sad|😭 sob crying|😡 angry mad|😱 scream shock|😴 sleep tired|🤯 mind blown|🤷 shrug|🤦 facepalm|🙈 see no evil monkey|🙏 please thanks pray|👏 clap applause|🙌 hooray raised hands|👋 wave hello bye|👌 ok perfect|✌️ victory peace|🤞 fingers crossed luck|🤝 handshake deal|💪 strong muscle|👀 eyes look seen|🧠 brain|👤 person|👥 people|🫡 salute|🫶 heart hands|🔥 fire hot|✨ sparkles new|⭐ star|🌟 glowing star|💯 hundred full|💡 idea bulb light|💬 speech comment|💭 thought|❓ question|❗ exclamation important|⚠️ warning|🚫 forbidden no entry|⛔ stop|✅ done check yes|☑️ checked box|✔️ tick|❌ cross no wrong|➕ plus add|➖ minus remove|➡️ right arrow|⬅️ left arrow|⬆️ up arrow|⬇️ down arrow|🔄 refresh again|🔁 repeat|🔗 link|📎 paperclip attachment|📌 pin|📍 place pin|📝 memo note write|✏️ pencil edit|🖊️ pen|📄 page document|📃 page curl|📚 books docs|📖 open book read|📘 blue book|📗 green book|📕 red book|🗂️ dividers folder|📁 folder|📂 open folder|🗑️ trash delete|📦 package box ship|📊 chart bars|📈 chart up growth|📉 chart down|🗓️ calendar date|⏰ alarm clock|⏳ hourglass wait|⌛ time up|🕐 clock time|🔍 search find|🔎 search right|🔒 lock private|🔓 unlock|🔑 key|🛠️ tools fix|🔧 wrench fix|🔨 hammer build|⚙️ gear settings|🧪 test tube experiment|🐛 bug|🐞 ladybird bug|🚀 rocket launch ship|🛳️ ship release|🚢 ship|🏁 finish flag|🎯 target goal|🏆 trophy win|🥇 first medal|🎁 gift|🎈 balloon|🍾 champagne|☕ coffee break|🍵 tea|🍕 pizza|🍰 cake|🍎 apple|🌍 earth world|🌞 sun|🌧️ rain|❄️ snow cold|⚡ fast lightning|🌈 rainbow|🌱 seedling grow|🌳 tree|🌊 wave water|🐢 turtle slow|🐇 rabbit fast|🐱 cat|🐶 dog|🐟 fish|🦄 unicorn|👻 ghost|🤖 robot|💀 skull dead|💩 poo|👑 crown|💎 gem|💰 money|💻 laptop computer|🖥️ desktop screen|📱 phone mobile|🖼️ picture image|🎨 palette design|🎬 film|🔊 loud sound|🔔 bell notify|🔕 bell off mute|📣 megaphone announce|📢 loudspeaker|📧 mail e-mail|🏷️ label tag|🧵 thread|🧹 broom clean|🩹 plaster patch|🚧 construction work in progress|🆕 new|🆗 ok|🆘 help sos|🔴 red circle|🟡 yellow circle|🟢 green circle|🔵 blue circle|⚪ white circle|⚫ black circle`;

/** An emoji with its search terms; the first ones are its name. */
export interface NamedEmoji {
  emoji: string;
  label: string;
}

/** About 150 emoji, most common first. */
export const namedEmoji: readonly NamedEmoji[] = list.split('|').map((entry) => {
  const space = entry.indexOf(' ');
  return { emoji: entry.slice(0, space), label: entry.slice(space + 1) };
});

/** Whether a text is exactly one emoji, including sequences. */
export function isOneEmoji(text: string): boolean {
  // oxlint-disable-next-line no-restricted-globals -- what one character is does not depend on the language
  const [only, ...more] = new Intl.Segmenter(undefined, { granularity: 'grapheme' }).segment(text.trim());
  return (
    only !== undefined &&
    more.length === 0 &&
    /\p{Extended_Pictographic}|\p{Regional_Indicator}|\u20E3/u.test(only.segment)
  );
}
