import type { ServiceSettings } from './systemd.ts';
import { escapeXml } from './words.ts';

/** The property list of launchd; root's launchd lets every user listen on low ports since macOS 10.14. */
export function launchdList({ program, flags, data_dir, smtp_url_file }: ServiceSettings, log: string): string {
  const mail = smtp_url_file === undefined ? [] : ['--smtp-url-file', smtp_url_file];
  const words = [program, 'serve', '--data-dir', data_dir, ...flags, ...mail];
  const strings = words.map((word) => `    <string>${escapeXml(word)}</string>`).join('\n');
  return `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
<plist version="1.0">
<dict>
  <key>Label</key>
  <string>chatd</string>
  <key>UserName</key>
  <string>_chatd</string>
  <key>ProgramArguments</key>
  <array>
${strings}
  </array>
  <key>RunAtLoad</key>
  <true/>
  <key>KeepAlive</key>
  <dict>
    <key>SuccessfulExit</key>
    <false/>
  </dict>
  <key>SoftResourceLimits</key>
  <dict>
    <key>NumberOfFiles</key>
    <integer>65536</integer>
  </dict>
  <key>StandardErrorPath</key>
  <string>${escapeXml(log)}</string>
</dict>
</plist>
`;
}
