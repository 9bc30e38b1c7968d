package host

import (
	"syscall"
	"unsafe"

	"golang.org/x/sys/windows"
)

// family is a job object: every descendant is in it from its first moment and cannot leave.
type family struct{ job windows.Handle }

// start puts the main process into a job. What it starts in the instant before that is not in it.
func (c *child) start() error {
	c.cmd.SysProcAttr = &syscall.SysProcAttr{CreationFlags: windows.CREATE_NEW_PROCESS_GROUP, HideWindow: true}
	job, err := windows.CreateJobObject(nil, nil)
	if err != nil {
		return err
	}
	var limit windows.JOBOBJECT_EXTENDED_LIMIT_INFORMATION
	limit.BasicLimitInformation.LimitFlags = windows.JOB_OBJECT_LIMIT_KILL_ON_JOB_CLOSE
	_, err = windows.SetInformationJobObject(job, windows.JobObjectExtendedLimitInformation,
		uintptr(unsafe.Pointer(&limit)), uint32(unsafe.Sizeof(limit)))
	if err == nil {
		err = c.cmd.Start()
	}
	if err != nil {
		_ = windows.CloseHandle(job)
		return err
	}
	c.job = job
	_ = c.cmd.Process.WithHandle(func(h uintptr) { err = windows.AssignProcessToJobObject(job, windows.Handle(h)) })
	if err != nil {
		// Without a job the main process can still be ended, only not what it started.
		_ = windows.CloseHandle(job)
		c.job = 0
	}
	return nil
}

func (c *child) release() {
	if c.job != 0 {
		_ = windows.CloseHandle(c.job)
		c.job = 0
	}
}

func (c *child) status() (exit, sig int64) {
	if !c.hasExited() || c.cmd.ProcessState == nil {
		return -1, 0
	}
	return int64(uint32(c.cmd.ProcessState.ExitCode())), 0
}

func (c *child) look() {}

// remaining names the main process alone; the job ends the others in one stroke.
func (c *child) remaining() (left []process, unsettled bool) {
	if !c.hasExited() {
		return []process{{pid: c.cmd.Process.Pid, name: c.cmd.Args[0]}}, false
	}
	if c.job != 0 {
		_ = windows.TerminateJobObject(c.job, 1)
	}
	return nil, false
}

// signal kills; a console program without a window cannot be asked.
func (c *child) signal([]process, bool) {
	if c.job != 0 {
		_ = windows.TerminateJobObject(c.job, 1)
		return
	}
	_ = c.cmd.Process.Kill()
}
