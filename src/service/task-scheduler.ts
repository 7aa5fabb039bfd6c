import type { ServiceSettings } from './systemd.ts';
import { escapeXml, quoteForCmd } from './words.ts';

/**
 * The definition of a task that starts with Windows, as an account without rights. Windows has no manager that runs a
 * program which does not talk with it, and its scheduler needs nothing else to be installed.
 */
export function taskDefinition({ program, flags, data_dir, smtp_url_file }: ServiceSettings, log: string): string {
  const mail = smtp_url_file === undefined ? [] : ['--smtp-url-file', smtp_url_file];
  const words = [program, 'serve', '--data-dir', data_dir, ...flags, ...mail].map(quoteForCmd);
  return `<?xml version="1.0" encoding="UTF-8"?>
<Task version="1.2" xmlns="http://schemas.microsoft.com/windows/2004/02/mit/task">
  <Triggers>
    <BootTrigger />
  </Triggers>
  <Principals>
    <Principal id="chatd">
      <UserId>S-1-5-19</UserId>
    </Principal>
  </Principals>
  <Settings>
    <ExecutionTimeLimit>PT0S</ExecutionTimeLimit>
    <MultipleInstancesPolicy>IgnoreNew</MultipleInstancesPolicy>
    <DisallowStartIfOnBatteries>false</DisallowStartIfOnBatteries>
    <StopIfGoingOnBatteries>false</StopIfGoingOnBatteries>
    <RestartOnFailure>
      <Interval>PT1M</Interval>
      <Count>999</Count>
    </RestartOnFailure>
    <Priority>5</Priority>
  </Settings>
  <Actions Context="chatd">
    <Exec>
      <Command>cmd.exe</Command>
      <Arguments>${escapeXml(`/d /s /c "${words.join(' ')} 2>> ${quoteForCmd(log)}"`)}</Arguments>
    </Exec>
  </Actions>
</Task>
`;
}
