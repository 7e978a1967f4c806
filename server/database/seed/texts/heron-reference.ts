import type { PageText } from '../model/seed-data.ts';

/** The technical reference of the Heron river gauge. */
export const heronReference: PageText[] = [
  {
    title: 'Overview',
    emoji: '📐',
    description: 'Numbers for engineers',
    text: `This space holds what a system integrator or a surveyor needs: ranges, registers, commands and approvals of Heron firmware 4.x. How to mount one is in the [user guide](space:heron-guide).

| | HRN-15 | HRN-30 |
| --- | --- | --- |
| Frequency | 80 GHz FMCW | 80 GHz FMCW |
| Range | 0.3 to 15 m | 0.3 to 30 m |
| Accuracy | ±2 mm | ±2 mm to 15 m, ±5 mm beyond |
| Beam | ±4° | ±3° |
| Protection | IP68, 2 m for 7 days | IP68, 2 m for 7 days |
| Temperature | −40 to +70 °C | −40 to +70 °C |
| Weight | 1.4 kg | 1.9 kg |`,
  },
  {
    title: 'Accuracy',
    description: 'What ±2 mm means, and when it holds',
    text: `The figure is two standard deviations of 32-echo medians over still water, in a hall, at 20 °C. Outdoors three things add to it:

1. **Temperature.** 0.1 mm per 10 K, after the built-in correction.
2. **Tilt.** A gauge *t* degrees off plumb reads long by \`d × (1/cos t − 1)\`.
3. **Waves.** Half the wave height divided by the square root of the number of readings averaged.

| Distance | Tilt 1° | Tilt 2° | Tilt 5° |
| --- | --- | --- | --- |
| 5 m | 0.8 mm | 3.0 mm | 19 mm |
| 10 m | 1.5 mm | 6.1 mm | 38 mm |
| 20 m | 3.0 mm | 12 mm | 77 mm |`,
  },
  {
    title: 'Drawings',
    description: 'Outline, bracket and drill plan',
    text: `![Measuring chain](file:chain.svg)

The body is 142 mm high and 96 mm across; the bracket holds it 180 mm from the wall. The four holes form a square of 110 mm.

Drawings in DXF and STEP are sent on request: write to <drawings@skerry.example> with the order code.`,
  },
  {
    title: 'Modbus',
    emoji: '🔌',
    pages: [
      {
        title: 'Basics',
        description: 'Speed, framing, addresses',
        text: `Modbus RTU over RS-485, half duplex. Factory setting: address 1, 9600 baud, 8 data bits, no parity, 1 stop bit. The gauge answers within 40 ms; leave 5 ms between frames.

Functions: \`03\` read holding registers, \`04\` read input registers, \`06\` and \`16\` write. Anything else is answered with exception \`01\`.`,
      },
      {
        title: 'Input registers',
        description: 'Readings and state',
        text: `| Register | Name | Type | Unit |
| --- | --- | --- | --- |
| 0 | distance | float32 | m |
| 2 | level | float32 | m |
| 4 | echo strength | uint16 | dB × 10 |
| 5 | tilt | uint16 | ° × 100 |
| 6 | temperature | int16 | °C × 10 |
| 7 | supply | uint16 | mV |
| 8 | status | uint16 | bit field, see [Status word](page:modbus/status-word) |
| 9 | age of reading | uint16 | s |

Floats are big-endian, high word first. A register pair read in two requests may tear; read both at once.`,
      },
      {
        title: 'Holding registers',
        description: 'Settings',
        text: `| Register | Name | Values | Default |
| --- | --- | --- | --- |
| 100 | address | 1 to 247 | 1 |
| 101 | speed | 0 = 9600, 1 = 19200, 2 = 115200 | 0 |
| 102 | interval | 10 to 3600 s | 300 |
| 103 | filter | 0 none, 1 median of 5, 2 mean of 16 | 1 |
| 104 | datum offset | float32, m | 0 |
| 106 | adaptive interval | 0, 1 | 1 |
| 110 | save | write 1 | |

Changes hold until the next restart unless 110 is written.`,
      },
      {
        title: 'Status word',
        description: 'The bits of register 8',
        text: `| Bit | Meaning |
| --- | --- |
| 0 | no echo |
| 1 | double echo |
| 2 | tilted |
| 3 | blind zone |
| 4 | supply low |
| 5 | clock not set |
| 6 | memory |
| 15 | self-test failed |

Bits 7 to 14 are reserved and read 0.`,
      },
      {
        title: 'Examples',
        description: 'Reading a level with common tools',
        text: `\`\`\`sh
mbpoll -m rtu -a 1 -b 9600 -P none -t 3:float -r 3 -c 1 /dev/ttyUSB0
\`\`\`

\`\`\`python
from pymodbus.client import ModbusSerialClient

with ModbusSerialClient("/dev/ttyUSB0", baudrate=9600) as bus:
    words = bus.read_input_registers(2, count=2, device_id=1).registers
    print(bus.convert_from_registers(words, bus.DATATYPE.FLOAT32))
\`\`\``,
      },
    ],
  },
  {
    title: 'SDI-12',
    emoji: '🧵',
    pages: [
      {
        title: 'Commands',
        description: 'What the gauge answers',
        text: `| Command | Answer |
| --- | --- |
| \`?!\` | \`0\` |
| \`0I!\` | \`013SKERRY  HRN15S421SN012345\` |
| \`0M!\` | \`00022\`, two values after 2 s |
| \`0D0!\` | \`0+2.413+7.087\` (level, distance) |
| \`0M1!\` | echo strength, tilt, temperature, supply |
| \`0A3!\` | changes the address to 3 |
| \`0XO+9.500!\` | sets the datum offset |`,
      },
      {
        title: 'Timing',
        description: 'Waking, measuring, sleeping',
        text: `A break of at least 12 ms wakes the gauge. It measures 1.6 s after \`M!\` and sleeps again 100 ms after the last character. Concurrent measurement (\`C!\`) is supported with up to ten gauges on one line.`,
      },
    ],
  },
  {
    title: 'LoRa payload',
    description: 'Eleven bytes, decoded',
    text: `| Bytes | Content |
| --- | --- |
| 0 | version, now \`2\` |
| 1–2 | level, signed, mm above the datum ÷ 2 |
| 3–4 | distance, mm ÷ 2 |
| 5 | echo strength, dB |
| 6 | temperature, °C + 60 |
| 7 | supply, (mV − 2000) ÷ 20 |
| 8–9 | status word |
| 10 | counter |

\`\`\`js
export function decode(bytes) {
  const view = new DataView(Uint8Array.from(bytes).buffer);
  return { level: view.getInt16(1) * 0.002, distance: view.getUint16(3) * 0.002, status: view.getUint16(8) };
}
\`\`\``,
  },
  {
    title: 'Power',
    description: 'Currents for sizing batteries and panels',
    text: `| State | HRN-15 at 12 V | HRN-30 at 12 V |
| --- | --- | --- |
| asleep | 60 µA | 75 µA |
| measuring | 42 mA for 1.6 s | 55 mA for 1.8 s |
| radio | – | 110 mA for 0.4 s |

Worked examples for whole stations are in [Power and solar](space:solar-sizing/worked-examples).`,
  },
  {
    title: 'Radio approvals',
    description: 'Where Heron may be used',
    text: `| Region | Rule | Document |
| --- | --- | --- |
| EU, EEA, UK | EN 302 729 (LPR) | declaration of conformity |
| USA | Part 15.256 | grant 2024-0117 |
| Canada | RSS-211 | certificate 3371 |
| Japan | ARIB STD-T73 | in progress |

Level probing radars look down. Mounting one sideways is not covered by any of these.`,
  },
  {
    title: 'Environmental tests',
    description: 'What the type test put it through',
    text: `- IEC 60068-2-6, vibration, 10 to 500 Hz, 5 g, three axes
- IEC 60068-2-27, shock, 50 g
- IEC 60068-2-52, salt mist, severity 4
- IEC 61000-4-5, surge, 2 kV line to earth
- 1,000 hours at 85 °C and 85 % humidity

Reports are filed under [Audits](space:audit-evidence).`,
  },
  {
    title: 'Firmware history',
    description: 'Versions in the field',
    text: `| Version | Released | Remarks |
| --- | --- | --- |
| 4.2.1 | this autumn | fixes a wrong tilt below −20 °C |
| 4.2.0 | this summer | adaptive interval |
| 4.1.3 | last winter | surge recovery |
| 4.0.0 | two years ago | Modbus register 9, LoRa payload version 2 |
| 3.x | | end of support, please update |`,
  },
];
